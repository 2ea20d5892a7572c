// npm run torture -- [kills] [--account stripe]: kills the service and its database (kill -9) at random moments while 20
// payers pay, starts it again each time, and then looks whether anything was lost or done twice. With the account of a
// simulated provider, which outlives the kills as an outside company would, its books are compared with ours to the penny.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { freePort } from "./free-port.mjs";
import { findPostmaster } from "./postgres-process.mjs";
import { removeDataDir, startPostgres } from "./postgres.mjs";
import { endSimulator, runningSimulator } from "./simulator.mjs";
import { compareBooks } from "./torture/compare-books";
import { tellEverything, type Simulated } from "./torture/simulated-books";
import { isQuiet, verify, verifySandbox } from "./torture/verify";
import { walk, type Walk } from "./torture/walk";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { account: { type: "string", default: "demo" } },
});
const KILLS = Number(positionals[0] ?? 50);
const SIMULATED = (["stripe", "worldpay"] as const).find((name) => name === values.account);
const PAYERS = 20;
const PATIENCE_MILLISECONDS = 10_000;

/** What a developer may have set for a server of their own. */
const NOTHING_ELSES = { DATABASE_URL: "", DATABASE_REPLICA_URL: "", EXCHEQUER_SECRET: "", PUBLIC_URL: "" };

const dataDir = mkdtempSync(join(tmpdir(), "exchequer-torture-"));
chmodSync(dataDir, 0o711);
const port = await freePort();
const url = `http://localhost:${port}`;
const walking = { closing: false, answers: 0 };

const service = { child: await start() };
const walks: Walk[] = [];
const payers = Array.from({ length: PAYERS }, keepPaying);
for (let kill = 1; kill <= KILLS; kill += 1) {
  await answersMore(5 + Math.random() * 200);
  if (await killAtRandom(service.child, kill)) service.child = await start();
}
await sleep(1500);
walking.closing = true;
await Promise.all(payers);

const database = await startPostgres({ dataDir });
const sql = postgres(database.url, { max: 4 });
const simulator = await runningSimulator(dataDir);
// What the dead had claimed is due to others after a minute and a half; Worldpay cannot be asked before six.
const QUIET_SECONDS = SIMULATED === "worldpay" ? 600 : 200;
for (let waited = 0; waited < QUIET_SECONDS && !(await isQuiet(sql)); waited += 1) {
  if (simulator !== undefined) await tellEverything(simulator);
  await sleep(1000);
}
const faults = [...(await verify(sql, walks)), ...(await verifyProvider())];
const [counts] =
  await sql`select count(*) as payments, count(*) filter (where status = 'success') as successes from payments`;
await sql.end();
service.child.kill("SIGTERM");
await new Promise((resolve) => service.child.once("exit", resolve));
// Started by a process that was killed, it is nobody's any more.
if (simulator !== undefined) await endSimulator(simulator);
await database.stop();
await removeDataDir(dataDir);

console.log(
  `${KILLS} kills, ${counts?.payments} payments, ${counts?.successes} successes, ${walks.length} walks ended`,
);
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 && walks.length > KILLS ? 0 : 1);

/** Until so many more requests were answered: as much between two kills on a slow machine as on a fast one. */
async function answersMore(count: number): Promise<void> {
  const goal = walking.answers + count;
  for (const end = Date.now() + PATIENCE_MILLISECONDS; walking.answers < goal && Date.now() < end;)
    await sleep(20);
}

async function keepPaying(): Promise<void> {
  const answered = () => void (walking.answers += 1);
  while (!walking.closing) {
    const demo = readDemo();
    const walked = demo && (await walk({ url, key: demo, closing: () => walking.closing, answered }));
    if (walked) walks.push(walked);
    else await sleep(100);
  }
}

/** By the provider's own books, wherever those are. */
async function verifyProvider(): Promise<string[]> {
  return SIMULATED === undefined ? verifySandbox(sql) : verifySimulated(SIMULATED);
}

async function verifySimulated(provider: Simulated): Promise<string[]> {
  if (simulator === undefined) return ["the simulator has gone"];
  const { faults: found, ours, theirs } = await compareBooks(sql, simulator, provider);
  console.log(`taken: ${ours.captured} pence here, ${theirs.captured} at ${provider}`);
  console.log(`given back: ${ours.refunded} pence here, ${theirs.refunded} at ${provider}`);
  return found;
}

function readDemo(): string | undefined {
  const { accounts } = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as {
    accounts: { name: string; api_key: string }[];
  };
  return accounts.find(({ name }) => name === values.account)?.api_key;
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
