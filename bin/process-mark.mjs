// @ts-check
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * What tells a living process from a later one with the same number: process numbers are reused, above all in
 * containers, where the first few are the same at each start.
 *
 * @param {number} pid
 * @returns {string | undefined} nothing if the process is not alive
 */
export function processMark(pid) {
  if (!Number.isInteger(pid) || pid <= 0 || !answersSignals(pid)) return undefined;
  if (process.platform === "linux") return linuxMark(pid);
  if (process.platform === "win32") return "alive";
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function answersSignals(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, but belongs to someone else.
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/** @param {number} pid */
function linuxMark(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field, the name in brackets, may hold anything; count from its end.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A zombie answers signals but has ended; only its parent has yet to notice.
    if (fields[0] === "Z" || fields[0] === "X") return undefined;
    return `${bootId()}:${fields[19]}`;
  } catch {
    return undefined;
  }
}

function bootId() {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "boot";
  }
}
