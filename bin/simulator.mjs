// @ts-check
import { spawn } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "./root.mjs";
import { withLock } from "./with-lock.mjs";

const READY_MILLISECONDS = 60_000;
const SIGN_OF_LIFE_MILLISECONDS = 15_000;

/**
 * The simulator of Stripe and Worldpay for the demonstration's accounts, which remembers in memory. As an outside
 * company would, it outlives a crash of ours: the next start joins the one that is there. Without any sign of life
 * it ends by itself, and when we end in good order we end it.
 *
 * @param {string} dataDir
 * @returns {Promise<{ url: string; stop(): Promise<void> }>}
 */
export async function startSimulator(dataDir) {
  const home = join(dataDir, "simulator.json");
  const url = await withLock(
    join(dataDir, "simulator.lock"),
    async () => (await runningAt(home)) ?? launch(dataDir, home),
  );
  const timer = setInterval(() => void answers(url), SIGN_OF_LIFE_MILLISECONDS);
  timer.unref();
  const stop = async () => {
    clearInterval(timer);
    await fetch(`${url}/_sim/stop`, { method: "POST", signal: AbortSignal.timeout(2000) }).catch(() => {});
  };
  return { url, stop };
}

/**
 * @param {string} dataDir
 * @param {string} home
 */
async function launch(dataDir, home) {
  const log = openSync(join(dataDir, "simulator.log"), "w", 0o600);
  const child = spawn(
    process.execPath,
    ["--import", "tsx", join(ROOT, "psp", "simulator", "main.ts"), "--port", "0", "--home", home],
    { cwd: ROOT, detached: true, stdio: ["ignore", log, log] },
  );
  child.unref();
  const deadline = Date.now() + READY_MILLISECONDS;
  for (;;) {
    const url = await runningAt(home);
    if (url !== undefined) return url;
    if (child.exitCode !== null || Date.now() > deadline) {
      throw new Error(
        `The simulator of Stripe and Worldpay did not start: see ${join(dataDir, "simulator.log")}`,
      );
    }
    await sleep(100);
  }
}

/**
 * @param {string} home
 * @returns {Promise<string | undefined>}
 */
async function runningAt(home) {
  try {
    const { url } = JSON.parse(readFileSync(home, "utf8"));
    return (await answers(url)) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} url */
async function answers(url) {
  try {
    return (await fetch(`${url}/_sim/clock`, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}
