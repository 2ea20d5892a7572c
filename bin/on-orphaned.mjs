// @ts-check
import { readFileSync } from "node:fs";

const POLL_MILLISECONDS = 500;

/**
 * Calls back when the npm that runs us has ended. npm passes SIGTERM on to the shell between it and us, and
 * many a shell dies of it without a word to us.
 *
 * @param {() => void} callback
 */
export function onOrphaned(callback) {
  if (!process.env.npm_lifecycle_event) return;
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(timer);
    callback();
  }, POLL_MILLISECONDS);
  timer.unref();
}

/** Our parent, and where it can be told its parent: an npm that was killed outright leaves its shell alive. */
function ancestors() {
  return `${process.ppid} ${parentOf(process.ppid)}`;
}

/** @param {number} pid */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
  } catch {
    return undefined;
  }
}
