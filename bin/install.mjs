// @ts-check
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./root.mjs";
import { runChild } from "./run-child.mjs";
import { withLock } from "./with-lock.mjs";

/** @typedef {{ version?: string; link?: boolean; optional?: boolean; dev?: boolean; devOptional?: boolean }} Locked */

/**
 * Runs `npm ci` unless node_modules holds what package-lock.json asks for. Their contents are compared: their
 * times say little after a checkout or a copy.
 *
 * @param {{ tools?: boolean }} [wish] tools: whether the development dependencies are needed too
 */
export async function ensureInstalled({ tools = false } = {}) {
  if (isInstalled(tools)) return;
  await withLock(join(ROOT, ".data", "install.lock"), async () => {
    if (isInstalled(tools)) return;
    console.log("Installing dependencies (npm ci) …");
    // npm tells its scripts where it is; without it, its name has to do.
    const cli = process.env.npm_execpath;
    const [program, first] = cli?.endsWith(".js") ? [process.execPath, [cli]] : ["npm", []];
    const { ok, said } = await runChild(program, [...first, "ci", ...(tools ? ["--include=dev"] : [])]);
    if (!ok) throw new Error(`npm ci failed.\n${said}`);
  });
}

/** @param {boolean} tools */
function isInstalled(tools) {
  const installed = readPackages(join(ROOT, "node_modules", ".package-lock.json"));
  const wanted = readPackages(join(ROOT, "package-lock.json"));
  return Object.entries(wanted ?? {}).every(([path, { version, optional, dev, devOptional }]) => {
    // Optional ones are mostly other machines'.
    const needed = path !== "" && !optional && (tools || !(dev || devOptional));
    return !needed || installed?.[path]?.version === version;
  });
}

/**
 * @param {string} path
 * @returns {Record<string, Locked> | undefined}
 */
function readPackages(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : undefined;
}
