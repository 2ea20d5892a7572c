// @ts-check
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ROOT } from "./root.mjs";

/** @type {Set<import("node:child_process").ChildProcess>} */
const living = new Set();
process.on("exit", () => endChildren("SIGKILL"));

/**
 * @typedef {object} ChildOptions
 * @property {Record<string, string | undefined>} [env]
 * @property {number} [milliseconds] how long it may take
 * @property {(text: string) => void} [onText] hears what it says, as it says it
 */

/**
 * Runs a program in the checkout to its end, its own children included.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {ChildOptions} [options]
 * @returns {Promise<{ ok: boolean; said: string }>}
 */
export async function runChild(program, args, { milliseconds = 2_400_000, ...options } = {}) {
  let said = "";
  const child = startChild(program, args, {
    ...options,
    onText: (text) => {
      said += text;
      options.onText?.(text);
    },
  });
  const timer = setTimeout(() => {
    said += `\nStopped: it took longer than ${milliseconds / 1000} seconds.\n`;
    endChild(child, "SIGKILL");
  }, milliseconds);
  const ok = await new Promise((resolve) => {
    child.once("error", (error) => {
      said += `${error.message}\n`;
      resolve(false);
    });
    child.once("close", (code) => resolve(code === 0));
  });
  clearTimeout(timer);
  return { ok, said };
}

/**
 * Starts a program in the checkout, in a process group of its own, so that it can be ended with its children.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {ChildOptions} options
 */
export function startChild(program, args, { env = process.env, onText }) {
  const child = spawn(program, args, {
    cwd: ROOT,
    env: /** @type {NodeJS.ProcessEnv} */ (env),
    detached: process.platform !== "win32",
    stdio: ["ignore", "pipe", "pipe"],
  });
  living.add(child);
  child.once("exit", () => {
    // What it started and left behind goes with it.
    endChild(child, "SIGKILL");
    living.delete(child);
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => onText?.(text));
  }
  return child;
}

/** @param {NodeJS.Signals} signal */
export function endChildren(signal) {
  for (const child of living) endChild(child, signal);
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function endChild(child, signal) {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended.
  }
}

/**
 * The arguments that make node run an installed package's program: the shell scripts and `.cmd` files in
 * node_modules/.bin differ between machines.
 *
 * @param {string} packageName
 * @param {string} [program] called as its package if not given
 */
export function toolPath(packageName, program = packageName) {
  const manifest = createRequire(join(ROOT, "package.json")).resolve(`${packageName}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
  return join(dirname(manifest), typeof bin === "string" ? bin : bin[program]);
}
