// npm run torture -- [kills]: kills the service and its database (kill -9) at random moments while 20 payers pay,
// starts it again each time, and then looks whether anything was lost or done twice.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { freePort } from "./free-port.mjs";
import { findPostmaster } from "./postgres-process.mjs";
import { removeDataDir, startPostgres } from "./postgres.mjs";
import { isQuiet, verify } from "./torture/verify";
import { walk, type Walk } from "./torture/walk";

const KILLS = Number(process.argv[2] ?? 50);
const PAYERS = 20;

/** What a developer may have set for a server of their own. */
const NOTHING_ELSES = { DATABASE_URL: "", DATABASE_REPLICA_URL: "", EXCHEQUER_SECRET: "", PUBLIC_URL: "" };

const dataDir = mkdtempSync(join(tmpdir(), "exchequer-torture-"));
chmodSync(dataDir, 0o711);
const port = await freePort();
const url = `http://localhost:${port}`;
const walking = { closing: false };

const service = { child: await start() };
const walks: Walk[] = [];
const payers = Array.from({ length: PAYERS }, keepPaying);
for (let kill = 1; kill <= KILLS; kill += 1) {
  await sleep(200 + Math.random() * 1800);
  if (await killAtRandom(service.child, kill)) service.child = await start();
}
await sleep(1500);
walking.closing = true;
await Promise.all(payers);

const database = await startPostgres({ dataDir });
const sql = postgres(database.url, { max: 4 });
// What the dead had claimed is due to others after a minute and a half.
for (let waited = 0; waited < 400 && !(await isQuiet(sql)); waited += 1) await sleep(500);
const faults = await verify(sql, walks);
const [counts] =
  await sql`select count(*) as payments, count(*) filter (where status = 'success') as successes from payments`;
await sql.end();
service.child.kill("SIGTERM");
await new Promise((resolve) => service.child.once("exit", resolve));
await database.stop();
await removeDataDir(dataDir);

console.log(
  `${KILLS} kills, ${counts?.payments} payments, ${counts?.successes} successes, ${walks.length} walks ended`,
);
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 && walks.length > KILLS ? 0 : 1);

async function keepPaying(): Promise<void> {
  while (!walking.closing) {
    const demo = readDemo();
    const walked = demo && (await walk({ url, key: demo, closing: () => walking.closing }));
    if (walked) walks.push(walked);
    else await sleep(100);
  }
}

function readDemo(): string | undefined {
  const { accounts } = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as {
    accounts: { api_key: string }[];
  };
  return accounts[0]?.api_key;
}

/** In a process group of its own, so that all of it can be killed at once. */
async function start(): Promise<ChildProcess> {
  const limits = { RATE_CREATE_PER_SECOND: "100000", RATE_GET_PER_SECOND: "100000", CLOCK_SECONDS: "1" };
  const child = spawn(process.execPath, ["bin/start.mjs"], {
    detached: true,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      ...limits,
      ...NOTHING_ELSES,
      LOG_LEVEL: "error",
      PORT: String(port),
      DATA_DIR: dataDir,
    },
  });
  for (;;) {
    const healthy = await fetch(`${url}/healthcheck`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (healthy) return child;
    if (child.exitCode !== null) throw new Error(`The service did not start again: ${child.exitCode}`);
    await sleep(50);
  }
}

/** Turn by turn the service alone, its database alone, and both. @returns whether the service has to be started. */
async function killAtRandom(child: ChildProcess, turn: number): Promise<boolean> {
  const postmaster = findPostmaster(join(dataDir, "postgres"));
  if (turn % 3 !== 1 && postmaster) process.kill(postmaster.pid, "SIGKILL");
  if (turn % 3 === 2) return false;
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return true;
  // Its port is free only once it has gone.
  const gone = new Promise((resolve) => child.once("exit", resolve));
  process.kill(-child.pid, "SIGKILL");
  await gone;
  return true;
}
