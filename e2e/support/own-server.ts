import { spawn, type ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../bin/free-port.mjs";
import { DATA_DIR, databaseUrl, readData } from "./environment";

/** Another instance of the service, on the same database: one that a test may kill. */
export interface OwnServer {
  readonly url: string;
  start(): Promise<void>;
  /** Without a word of warning, as a machine that loses its power. */
  kill(): Promise<void>;
}

/** @param publicUrl where it believes that people reach it, where that is not its own address */
export async function ownServer(publicUrl?: string): Promise<OwnServer> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const running: { child?: ChildProcess | undefined } = {};
  return {
    url,
    async start() {
      const child = spawn(process.execPath, ["bin/start.mjs"], {
        detached: true,
        stdio: "ignore",
        env: {
          ...process.env,
          PORT: String(port),
          PUBLIC_URL: publicUrl ?? url,
          DATABASE_URL: databaseUrl(),
          DATA_DIR,
          EXCHEQUER_SECRET: readData("secret"),
          EXCHEQUER_DEMO: "0",
          CLOCK_SECONDS: "1",
        },
      });
      running.child = child;
      while (!(await isHealthy(url))) {
        if (child.exitCode !== null) throw new Error(`The server did not start: ${child.exitCode}`);
        await sleep(100);
      }
    },
    async kill() {
      const { child } = running;
      if (child?.pid === undefined || child.exitCode !== null) return;
      const gone = new Promise((resolve) => child.once("exit", resolve));
      // The group is its own: whatever it has started goes with it.
      process.kill(-child.pid, "SIGKILL");
      await gone;
      running.child = undefined;
    },
  };
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthcheck`)).status === 200;
  } catch {
    return false;
  }
}
