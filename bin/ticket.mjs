// @ts-check
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { processMark } from "./process-mark.mjs";

// A ticket that nobody can read is either being written this moment or was cut short by a crash.
const UNREADABLE_MILLISECONDS = 5000;

/**
 * A ticket is a small file that says which process holds something. It counts for as long as that process
 * lives: nobody has to tidy up after a crash.
 *
 * @param {string} path
 * @throws EEXIST if there is one already
 */
export function writeTicket(path) {
  const ticket = { pid: process.pid, mark: processMark(process.pid) };
  writeFileSync(path, JSON.stringify(ticket), { flag: "wx", mode: 0o600 });
}

/**
 * Whether the process that wrote the ticket still lives.
 *
 * @param {string} path
 */
export function isTicketHeld(path) {
  try {
    const ticket = /** @type {{ pid: number; mark: string }} */ (JSON.parse(readFileSync(path, "utf8")));
    return processMark(ticket.pid) === ticket.mark;
  } catch {
    return ageMilliseconds(path) < UNREADABLE_MILLISECONDS;
  }
}

/**
 * Where several may hold one at a time: the path of a ticket in `folder` that nobody else has.
 *
 * @param {string} folder
 */
export function ticketIn(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  return join(folder, `${process.pid}-${randomBytes(4).toString("hex")}`);
}

/**
 * Gives a ticket back.
 *
 * @param {string} path
 * @param {string} folder
 * @returns whether it was the last
 */
export function returnTicket(path, folder) {
  rmSync(path, { force: true });
  return !isAnyHeld(folder);
}

/** @param {string} folder */
export function isAnyHeld(folder) {
  return existsSync(folder) && readdirSync(folder).some((name) => isTicketHeld(join(folder, name)));
}

/** @param {string} path */
export function ageMilliseconds(path) {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
