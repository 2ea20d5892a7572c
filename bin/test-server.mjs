// @ts-check
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port.mjs";
import { removeDataDir, startPostgres } from "./postgres.mjs";
import { ROOT } from "./root.mjs";
import { startChild } from "./run-child.mjs";

const READY_MILLISECONDS = 600_000;
const STOP_MILLISECONDS = 40_000;

/** What a person may have set for a server of their own. */
const THEIRS = [
  "DATABASE_URL",
  "DATABASE_REPLICA_URL",
  "EXCHEQUER_SECRET",
  "EXCHEQUER_DEMO",
  "PUBLIC_URL",
  "HOST",
  "PORT",
  "DATA_DIR",
  "NODE_ENV",
];

/** @typedef {Record<string, string | undefined>} Environment */

/** @returns {Environment} ours, less what is theirs */
export function testEnvironment() {
  const plain = process.stdout.isTTY ? {} : { NO_COLOR: "1", FORCE_COLOR: undefined };
  const env = Object.entries(process.env).filter(([name]) => !THEIRS.includes(name));
  return { ...Object.fromEntries(env), ...plain, NEXT_TELEMETRY_DISABLED: "1" };
}

/**
 * `npm start` on a free port and a data folder of its own, ready when its health check says so.
 *
 * @param {string} dataDir
 * @returns {Promise<{ env: Environment; said(): string; stop(): Promise<void> }>} env: tells the tests
 *   where it is (EXCHEQUER_URL) and where its demo.json and database are (DATA_DIR)
 */
export async function startTestServer(dataDir) {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const port = await freePort();
  let said = "";
  // Empty counts as not given and, unlike nothing at all, overrules a developer's .env file.
  const none = Object.fromEntries(THEIRS.map((name) => [name, ""]));
  const own = { PORT: String(port), DATA_DIR: dataDir };
  const child = startChild(process.execPath, [join(ROOT, "bin", "start.mjs")], {
    env: { ...none, ...testEnvironment(), ...own },
    onText: (text) => (said += text),
  });
  const exited = new Promise((resolve) => child.once("exit", () => resolve(true)));

  const stop = async () => {
    child.kill("SIGTERM");
    await Promise.race([exited, sleep(STOP_MILLISECONDS, undefined, { ref: false })]);
    child.kill("SIGKILL");
    await exited;
    // Had it to be killed, its Postgres still runs: to join it is to be the last to leave.
    if (existsSync(join(dataDir, "postgres", "postmaster.pid")))
      await (await startPostgres({ dataDir })).stop();
    await removeDataDir(dataDir);
  };

  const url = `http://localhost:${port}`;
  const deadline = Date.now() + READY_MILLISECONDS;
  while (!(await isHealthy(url))) {
    const over = await Promise.race([exited, sleep(200, Date.now() > deadline)]);
    if (!over) continue;
    await stop();
    throw new Error(`The server did not start.\n${said}`);
  }
  return { env: { ...testEnvironment(), EXCHEQUER_URL: url, DATA_DIR: dataDir }, said: () => said, stop };
}

/** @param {string} url */
async function isHealthy(url) {
  try {
    const response = await fetch(`${url}/healthcheck`, { signal: AbortSignal.timeout(5000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
