// @ts-check
import { spawn } from "node:child_process";

/**
 * Runs one of Postgres' programs to its end.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {import("./postgres-user.mjs").User | undefined} user
 */
export async function runProgram(program, args, user) {
  const child = spawn(program, args, {
    cwd: "/",
    stdio: ["ignore", "pipe", "pipe"],
    env: bareEnvironment(),
    ...user,
  });
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  child.stderr.on("data", (chunk) => (said += chunk));
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`${program} failed.\n${said}`);
}

/** Nothing of ours: PGDATA, PGPORT and the like would change what Postgres does. */
export function bareEnvironment() {
  const kept = ["PATH", "SystemRoot", "TEMP", "TMP"].map((name) => [name, process.env[name]]);
  return { ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)), LC_ALL: "C" };
}
