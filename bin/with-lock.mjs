// @ts-check
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ageMilliseconds, isTicketHeld, writeTicket } from "./ticket.mjs";

const POLL_MILLISECONDS = 100;
const GUARD_MILLISECONDS = 10_000;

/**
 * Runs `action` while no other process of this machine runs one under the same lock file. A lock whose holder
 * has died is taken over.
 *
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} action
 * @param {() => void} [onWait] called once if someone else holds it
 * @returns {Promise<T>}
 */
export async function withLock(path, action, onWait) {
  mkdirSync(dirname(path), { recursive: true });
  let waiting = false;
  while (!take(path)) {
    if (!isTicketHeld(path)) breakStale(path);
    else if (!waiting) {
      waiting = true;
      onWait?.();
    }
    await sleep(POLL_MILLISECONDS);
  }
  const leave = () => rmSync(path, { force: true });
  process.once("exit", leave);
  try {
    return await action();
  } finally {
    process.off("exit", leave);
    leave();
  }
}

/** @param {string} path */
function take(path) {
  try {
    writeTicket(path);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Removes a dead process's lock. One at a time, behind a guard: of two who found it stale, the slower would
 * otherwise remove the lock that the faster has just taken.
 *
 * @param {string} path
 */
function breakStale(path) {
  const guard = `${path}.break`;
  try {
    writeFileSync(guard, "", { flag: "wx" });
  } catch {
    // Held for an instant only, so an old guard is a crash's.
    if (ageMilliseconds(guard) > GUARD_MILLISECONDS) rmSync(guard, { force: true });
    return;
  }
  try {
    if (!isTicketHeld(path)) rmSync(path, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}
