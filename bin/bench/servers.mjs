// @ts-check
// Servers for the bench to measure: started with an environment of their own, all ended together.
import { spawn } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../root.mjs";

/** @param {string} folder for what they say */
export function benchServers(folder) {
  /** @type {import("node:child_process").ChildProcess[]} */
  const children = [];
  return {
    /**
     * @param {string[]} script
     * @param {number} port
     * @param {Record<string, string>} environment
     * @param {string} ready answers once the server does
     */
    async start(script, port, environment, ready) {
      const log = join(folder, `${port}.log`);
      const output = openSync(log, "a");
      const child = spawn(process.execPath, script, {
        cwd: ROOT,
        stdio: ["ignore", output, output],
        env: { ...process.env, PORT: String(port), ...environment },
      });
      children.push(child);
      const url = `http://127.0.0.1:${port}`;
      for (;;) {
        if (child.exitCode !== null) throw new Error(readFileSync(log, "utf8"));
        const answer = await fetch(url + ready).catch(() => undefined);
        if (answer) return url;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    },
    async stop() {
      const running = children.filter((child) => child.exitCode === null);
      for (const child of running) child.kill("SIGTERM");
      await Promise.all(running.map((child) => new Promise((resolve) => child.once("exit", resolve))));
    },
  };
}
