// @ts-check
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findOrInstallBrowser } from "./browser.mjs";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";
import { onOrphaned } from "./on-orphaned.mjs";
import { startTemporaryPostgres } from "./postgres.mjs";
import { endChildren, runChild, toolPath } from "./run-child.mjs";
import { readPlaywright, readVitest } from "./test-reports.mjs";
import { startTestServer, testEnvironment } from "./test-server.mjs";

/** @typedef {import("./test-reports.mjs").Outcome} Outcome */

const HELP = `npm test                      format, lint, types, unit, integration, build, e2e
npm test -- unit e2e          only these steps (e2e builds first if need be)

  EXCHEQUER_CHROMIUM          the browser for e2e, if it is not found by itself
  TEST_DATABASE_URL           a Postgres for integration, in place of the embedded one
`;

const COMPLAINT_LINES = 200;

/** @type {Record<string, (folder: string) => Promise<Outcome>>} */
const STEPS = {
  format: async () => tool(["oxfmt", "--check", "."]),
  lint: async () => tool(["oxlint", "--type-aware"]),
  types: async () => {
    // Routes' types come from the build; without one, or with an old one, from here.
    const generated = await tool(["next", "typegen"]);
    return generated.failed > 0 ? generated : tool(["typescript", "--noEmit"], "tsc");
  },
  unit: async (folder) => vitest(["unit"], join(folder, "unit.json"), testEnvironment()),
  integration: async (folder) => {
    const given = process.env.TEST_DATABASE_URL;
    const postgres = given ? { url: given, stop: async () => {} } : await startTemporaryPostgres();
    try {
      const env = { ...testEnvironment(), TEST_DATABASE_URL: postgres.url };
      return await vitest(["integration", "alone"], join(folder, "integration.json"), env);
    } finally {
      await postgres.stop();
    }
  },
  build: async () => {
    await ensureBuilt();
    return { passed: 1, failed: 0, said: "" };
  },
  e2e: async (folder) => {
    const browser = await findOrInstallBrowser();
    const server = await startTestServer(join(folder, "server"));
    try {
      const report = join(folder, "e2e.json");
      const env = { ...server.env, EXCHEQUER_CHROMIUM: browser, EXCHEQUER_REPORT: report };
      const { ok, said } = await runChild(
        process.execPath,
        [toolPath("@playwright/test", "playwright"), "test", "--pass-with-no-tests"],
        { env },
      );
      // What failed comes last, where whoever looks at the end of a log finds it.
      return readPlaywright(
        report,
        ok,
        ok ? said : `The server complained:\n${complaints(server.said())}\n${said}`,
      );
    } finally {
      await server.stop();
    }
  },
};

const wanted = process.argv.slice(2);
if (wanted.includes("--help")) {
  console.log(HELP);
} else {
  const unknown = wanted.filter((name) => !(name in STEPS));
  if (unknown.length > 0) {
    console.error(`There is no step ${unknown.join(", ")}.\n\n${HELP}`);
    process.exit(2);
  }
  const { passed, failed } = await runSteps(wanted.length > 0 ? wanted : Object.keys(STEPS));
  // To leave before a pipe has taken it all would cut off the end.
  process.stdout.write(`${passed} passed, ${failed} failed\n`, () => process.exit(failed > 0 ? 1 : 0));
}

/**
 * Runs the steps up to the first that fails.
 *
 * @param {string[]} names
 */
async function runSteps(names) {
  let interrupted = false;
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      // The step under way fails then, and tidies up.
      interrupted = true;
      endChildren("SIGTERM");
    });
  }
  onOrphaned(() => process.kill(process.pid, "SIGTERM"));
  const total = { passed: 0, failed: 0 };
  const folder = mkdtempSync(join(tmpdir(), "exchequer-test-"));
  // Started by root, Postgres runs as somebody else, who has to get to its data.
  chmodSync(folder, 0o711);
  try {
    await ensureInstalled({ tools: true });
    for (const name of names) {
      const began = performance.now();
      const outcome = await attempt(STEPS[name], folder);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      total.passed += outcome.passed;
      total.failed += interrupted ? Math.max(outcome.failed, 1) : outcome.failed;
      console.log(`${outcome.failed > 0 ? "✗" : "✓"} ${name} (${seconds} s)`);
      if (outcome.failed > 0) console.log(outcome.said);
      if (interrupted) console.log("Interrupted.");
      if (outcome.failed > 0 || interrupted) break;
    }
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
    total.failed++;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return total;
}

/**
 * @param {((folder: string) => Promise<Outcome>) | undefined} step
 * @param {string} folder
 * @returns {Promise<Outcome>}
 */
async function attempt(step, folder) {
  try {
    return (await step?.(folder)) ?? { passed: 0, failed: 0, said: "" };
  } catch (error) {
    return { passed: 0, failed: 1, said: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * What a server said, less its log of every request that went well.
 *
 * @param {string} said
 */
function complaints(said) {
  const lines = said.split("\n").filter((line) => !line.startsWith('{"level":"info"'));
  return lines.slice(-COMPLAINT_LINES).join("\n");
}

/**
 * @param {[string, ...string[]]} command a package's name and its program's arguments
 * @param {string} [program]
 * @returns {Promise<Outcome>}
 */
async function tool([name, ...args], program) {
  const { ok, said } = await runChild(process.execPath, [toolPath(name, program), ...args], {
    env: testEnvironment(),
  });
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, said };
}

/**
 * @param {string[]} projects
 * @param {string} report
 * @param {import("./test-server.mjs").Environment} env
 * @returns {Promise<Outcome>}
 */
async function vitest(projects, report, env) {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const args = [toolPath("vitest"), "run", ...projects.flatMap((name) => ["--project", name]), ...reporters];
  const { ok, said } = await runChild(process.execPath, args, { env });
  return readVitest(report, ok, said);
}
