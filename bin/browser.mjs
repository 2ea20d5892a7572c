// @ts-check
import { existsSync } from "node:fs";
import { join } from "node:path";
import { runChild, toolPath } from "./run-child.mjs";

const HOW_TO = `The e2e tests need Chromium, and it could not be installed. Either
  npx playwright install --with-deps chromium
or install Chromium or Chrome yourself and name its program in EXCHEQUER_CHROMIUM.`;

/**
 * A Chromium that works on this machine: the one that EXCHEQUER_CHROMIUM names, Playwright's own, or the
 * system's; without any, one is installed.
 *
 * @returns {Promise<string>} its program
 */
export async function findOrInstallBrowser() {
  const given = process.env.EXCHEQUER_CHROMIUM;
  if (given) {
    if (await works(given)) return given;
    throw new Error(`EXCHEQUER_CHROMIUM=${given} does not run.`);
  }
  const found = await findBrowser();
  if (found) return found;
  console.log("No Chromium was found; installing one …");
  let said = "";
  for (const install of [installPlaywrights, installDebians]) {
    said += await install();
    const installed = await findBrowser();
    if (installed) return installed;
  }
  throw new Error(`${HOW_TO}\n\n${said}`);
}

/** @returns {Promise<string | undefined>} */
async function findBrowser() {
  for (const path of [await playwrights(), ...systems()]) if (await works(path)) return path;
  return undefined;
}

async function playwrights() {
  const { chromium } = await import("@playwright/test");
  return chromium.executablePath();
}

/** Where the system may have one. */
function systems() {
  switch (process.platform) {
    case "darwin":
      return ["Google Chrome", "Chromium", "Microsoft Edge"].map(
        (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
      );
    case "win32": {
      const { PROGRAMFILES = "", "PROGRAMFILES(X86)": x86 = "", LOCALAPPDATA = "" } = process.env;
      const programs = [
        "Google\\Chrome\\Application\\chrome.exe",
        "Microsoft\\Edge\\Application\\msedge.exe",
      ];
      return [PROGRAMFILES, x86, LOCALAPPDATA].flatMap((folder) =>
        programs.map((name) => join(folder, name)),
      );
    }
    default:
      // The shell has no windows to draw: it takes two thirds of the time.
      return [
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
      ].flatMap((name) => ["/usr/bin", "/usr/local/bin", "/snap/bin"].map((folder) => `${folder}/${name}`));
  }
}

/**
 * A file is not enough: Ubuntu's chromium-browser may only say how to install one, and a downloaded one may
 * lack the libraries it needs.
 *
 * @param {string} path
 */
async function works(path) {
  if (!path || !existsSync(path)) return false;
  // There, it would open a window.
  if (process.platform === "win32") return true;
  const { ok, said } = await runChild(path, ["--version"], { milliseconds: 30_000 });
  return ok && /\d+\.\d+\.\d+/u.test(said);
}

async function installPlaywrights() {
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "20000" };
  const args = [toolPath("@playwright/test", "playwright"), "install", "chromium"];
  return (await runChild(process.execPath, args, { env, milliseconds: 300_000 })).said;
}

async function installDebians() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return "";
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  let { said } = await runChild("apt-get", ["update"], { env });
  for (const name of ["chromium-headless-shell", "chromium"]) {
    const install = ["install", "-y", "--no-install-recommends", name];
    const { ok, said: answer } = await runChild("apt-get", install, { env });
    said += answer;
    if (ok) break;
  }
  return said;
}
