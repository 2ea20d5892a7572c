// @ts-check
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { processMark } from "./process-mark.mjs";

/**
 * The living Postgres that serves a data folder, going by its postmaster.pid. The number in that file may by
 * now be another process's, so the process has to look the part as well.
 *
 * @param {string} folder
 * @returns {{ pid: number; port: number; ready: boolean } | undefined}
 */
export function findPostmaster(folder) {
  const [pid, , , port, , , , status] = readLines(join(folder, "postmaster.pid"));
  if (pid === undefined || !isPostgres(Number(pid), folder)) return undefined;
  return { pid: Number(pid), port: Number(port), ready: status?.trim() === "ready" };
}

/**
 * Ends what is left of a Postgres whose first process has died. Its remaining processes would end by
 * themselves, but not before a long query has.
 *
 * @param {string} folder
 */
export async function killSurvivors(folder) {
  if (process.platform !== "linux") return;
  for (let round = 0; round < 100; round++) {
    const pids = readdirSync("/proc")
      .map(Number)
      .filter((pid) => pid > 0 && isPostgres(pid, folder));
    if (pids.length === 0) return;
    for (const pid of pids) kill(pid);
    await sleep(50);
  }
}

/**
 * @param {number} pid
 * @param {string} folder
 */
function isPostgres(pid, folder) {
  if (processMark(pid) === undefined) return false;
  try {
    if (process.platform === "linux") {
      return (
        readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder) &&
        readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "postgres"
      );
    }
    if (process.platform === "win32") {
      const filter = ["/NH", "/FO", "CSV", "/FI", `PID eq ${pid}`];
      return execFileSync("tasklist", filter, { encoding: "utf8" }).startsWith('"postgres.exe"');
    }
    const command = execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return command.includes("postgres") && command.includes(folder);
  } catch {
    return false;
  }
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** @param {string} path */
function readLines(path) {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch {
    return [];
  }
}
