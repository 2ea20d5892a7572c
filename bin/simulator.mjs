// @ts-check
import { spawn } from "node:child_process";
import { openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sourceFingerprint } from "./fingerprint.mjs";
import { ROOT } from "./root.mjs";
import { returnTicket, ticketIn, writeTicket } from "./ticket.mjs";
import { withLock } from "./with-lock.mjs";

const MAIN = join(ROOT, "psp", "simulator", "main.ts");
/** Says, in the data folder, where it is. */
const HOME = "simulator.json";
const READY_MILLISECONDS = 60_000;
const SIGN_OF_LIFE_MILLISECONDS = 15_000;

/**
 * The simulator of Stripe and Worldpay for the demonstration's accounts. As an outside company would, it outlives a
 * crash of ours: the next start joins the one that is there. Without any sign of life it ends by itself, and the last of
 * those who use it ends it in good order; what it knew it has written into a file, and the next one goes on with that.
 *
 * @param {string} dataDir
 * @returns {Promise<{ url: string; stop(): Promise<void> }>}
 */
export async function startSimulator(dataDir) {
  const home = join(dataDir, HOME);
  const lock = join(dataDir, "simulator.lock");
  const users = join(dataDir, "simulator.users");
  const ticket = ticketIn(users);
  const url = await withLock(lock, async () => {
    writeTicket(ticket);
    return (await joinable(home)) ?? launch(dataDir, home);
  });
  const timer = setInterval(() => void answers(url), SIGN_OF_LIFE_MILLISECONDS);
  timer.unref();
  const stop = async () => {
    clearInterval(timer);
    await withLock(lock, async () => {
      if (returnTicket(ticket, users)) await endSimulator(url);
    });
  };
  return { url, stop };
}

/**
 * Where the simulator of a running server is, for commands beside it.
 *
 * @param {string} dataDir
 */
export async function runningSimulator(dataDir) {
  return runningAt(join(dataDir, HOME));
}

/**
 * @param {string} dataDir
 * @param {string} home
 */
async function launch(dataDir, home) {
  const log = openSync(join(dataDir, "simulator.log"), "w", 0o600);
  rmSync(home, { force: true });
  const told = { port: "0", home, books: join(dataDir, "simulator-books"), build: sourceFingerprint() };
  const options = Object.entries(told).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(process.execPath, ["--import", "tsx", MAIN, ...options], {
    cwd: ROOT,
    detached: true,
    stdio: ["ignore", log, log],
  });
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
 * The one that is there, unless it runs other sources than ours: then it is ended.
 *
 * @param {string} home
 */
async function joinable(home) {
  const url = await runningAt(home);
  if (url === undefined || readHome(home)?.build === sourceFingerprint()) return url;
  await endSimulator(url);
  return undefined;
}

/**
 * @param {string} home
 * @returns {Promise<string | undefined>}
 */
async function runningAt(home) {
  const url = readHome(home)?.url;
  return url !== undefined && (await answers(url)) ? url : undefined;
}

/**
 * @param {string} home
 * @returns {{ url: string; build: string } | undefined}
 */
function readHome(home) {
  try {
    return JSON.parse(readFileSync(home, "utf8"));
  } catch {
    return undefined;
  }
}

/** @param {string} url */
export async function endSimulator(url) {
  await fetch(`${url}/_sim/stop`, { method: "POST", signal: AbortSignal.timeout(2000) }).catch(() => {});
}

/** @param {string} url */
async function answers(url) {
  try {
    return (await fetch(`${url}/_sim/clock`, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}
