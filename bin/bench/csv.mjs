// @ts-check
// What a file of a million payments costs the service that writes it: npm run bench -- --csv. What counts is how much
// memory is held on the way: as much at the end as at the beginning, if rows are written as they are read. And whether
// the database is left alone while a reader has stopped, and when one has gone.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import postgres from "postgres";
import { freePort } from "../free-port.mjs";
import { startTemporaryPostgres } from "../postgres.mjs";
import { seededService } from "./seeded-service.mjs";
import { benchServers } from "./servers.mjs";

const SMALL = Number(process.env.BENCH_SMALL ?? 10_000);
const LARGE = Number(process.env.BENCH_LARGE ?? 1_000_000);
const SAMPLE_MILLISECONDS = 250;
const PARTS = 10;
/** PostgreSQL's counts are in by then. */
const SETTLE_MILLISECONDS = 3000;
const MOST_WAITS = 10;
const MEGA = 1_000_000;
const NEWLINE = "\n".charCodeAt(0);
const TELLER = new URL("memory-teller.mjs", import.meta.url).href;

export async function benchCsv() {
  const folder = mkdtempSync(join(tmpdir(), "exchequer-bench-"));
  const database = await startTemporaryPostgres();
  const servers = benchServers(folder);
  try {
    const memoryPort = await freePort();
    const { url, databaseUrl, demo } = await seededService({
      name: "payments_for_csv",
      payments: { plain: SMALL, demo: LARGE },
      clusterUrl: database.url,
      dataDir: join(folder, "data"),
      servers,
      node: ["--expose-gc", "--import", TELLER],
      also: { BENCH_MEMORY_PORT: String(memoryPort) },
    });
    const memory = `http://127.0.0.1:${memoryPort}`;
    const cookie = await signIn(url, demo.admin);
    const [small, large] = await accountsBySize(databaseUrl);
    if (!small || !large) throw new Error("There are not two accounts.");
    const fileOf = (/** @type {{ id: string }} */ { id }) =>
      open(`${url}/admin/accounts/${id}/payments.csv`, cookie);
    console.log(`memory of the service before: ${inMega((await ask(memory, "/")).rss)} MB\n`);
    for (const account of [small, large]) await measureFile(account, await fileOf(account), memory);
    await measureHeld(large, await fileOf(large), memory);
    await measureReaders(await fileOf(large), databaseUrl);
  } finally {
    await servers.stop();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * As it is: how fast it goes, and the most memory that the process has meanwhile, what is not cleared away yet included.
 *
 * @param {Account} account
 * @param {Reading} file
 * @param {string} memory
 */
async function measureFile({ payments }, file, memory) {
  const done = new AbortController();
  const watching = watchMemory(memory, done.signal);
  while (await file.read());
  done.abort();
  const { rows, bytes, seconds, firstSeconds } = file.sofar();
  if (rows !== payments) throw new Error(`${rows} rows of ${payments} payments.`);
  const rate = Math.round(rows / seconds).toLocaleString("en-GB");
  console.log(
    `${String(rows).padStart(9)} rows   ${inMega(bytes)} MB in ${seconds.toFixed(1)} s (${rate} rows/s), the first after ` +
      `${firstSeconds.toFixed(2)} s   at most ${inMega(await watching)} MB of memory`,
  );
}

/**
 * What is held at each tenth of a file once what nobody holds any more has been cleared away.
 *
 * @param {Account} account
 * @param {Reading} file
 * @param {string} memory
 */
async function measureHeld({ payments }, file, memory) {
  const held = [];
  for (let part = 1; part < PARTS; part += 1) {
    while (file.sofar().rows < (payments * part) / PARTS) await file.read();
    const { heapUsed, external } = await ask(memory, "/held");
    held.push(heapUsed + external);
  }
  while (await file.read());
  const [first = 0, last = 0] = [held[0], held.at(-1)];
  const slope = (last - first) / ((payments * (PARTS - 2)) / PARTS);
  console.log(
    `\nheld at each tenth of the way: ${held.map(inMega).join(", ")} MB; ${slope.toFixed(1)} bytes a row`,
  );
}

/**
 * How many payments the database is asked for while a reader has stopped, and once it has gone away in the middle.
 *
 * @param {Reading} file
 * @param {string} databaseUrl
 */
async function measureReaders(file, databaseUrl) {
  const sql = postgres(databaseUrl, { max: 1 });
  const readSoFar = async () => {
    const [index] = await sql`
      select idx_tup_read::int as rows from pg_stat_user_indexes where indexrelname = 'payments_newest_first'`;
    return Number(index?.rows);
  };
  /** Until no more is read: what is on its way to a reader has to fill the sockets first. */
  const readUntilStill = async () => {
    for (let [before, waits] = [await readSoFar(), 0]; waits < MOST_WAITS; waits += 1) {
      await sleep(SETTLE_MILLISECONDS);
      const now = await readSoFar();
      if (now === before) return now;
      before = now;
    }
    throw new Error("The database is read for nobody.");
  };
  const readUpTo = async (/** @type {number} */ part) => {
    while (file.sofar().rows < (LARGE * part) / PARTS) await file.read();
  };
  await readUpTo(1);
  const stopped = await readSoFar();
  const ahead = (await readUntilStill()) - stopped;
  await readUpTo(2);
  await file.leave();
  const gone = await readSoFar();
  const afterwards = (await readUntilStill()) - gone;
  await sql.end();
  console.log(
    `a reader that stops has ${ahead} payments read ahead of it, one that goes away ${afterwards}; then none`,
  );
}

/**
 * @param {string} url
 * @param {{ email: string; password: string; totp_secret: string }} admin
 * @returns {Promise<string>} a session's cookies
 */
async function signIn(url, { email, password, totp_secret: secret }) {
  const half = await send(`${url}/admin/sign-in`, "", { email, password });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  return send(`${url}/admin/second-factor`, half, { code });
}

/**
 * @param {string} address
 * @param {string} cookie
 * @param {Record<string, string>} form
 */
async function send(address, cookie, form) {
  const body = new URLSearchParams(form);
  const answer = await fetch(address, { method: "POST", headers: { cookie }, body, redirect: "manual" });
  const set = answer.headers.getSetCookie().map((each) => each.split(";", 1)[0] ?? "");
  return set.filter((each) => !each.endsWith("=")).join("; ");
}

/** @typedef {{ id: string; payments: number }} Account */

/**
 * @param {string} databaseUrl
 * @returns {Promise<Account[]>} the smallest first
 */
async function accountsBySize(databaseUrl) {
  const sql = postgres(databaseUrl, { max: 1 });
  const rows = await sql`
    select account_id as id, count(*)::int as payments from payments group by account_id order by payments`;
  await sql.end();
  return rows.map(({ id, payments }) => ({ id, payments }));
}

/** @typedef {Awaited<ReturnType<typeof open>>} Reading */

/**
 * A file that is read piece by piece, nothing of which is kept.
 *
 * @param {string} address
 * @param {string} cookie
 */
async function open(address, cookie) {
  const began = performance.now();
  const leaving = new AbortController();
  const answer = await fetch(address, { headers: { cookie }, signal: leaving.signal });
  if (answer.status !== 200 || !answer.body) throw new Error(`${address} answered ${answer.status}`);
  const reader = answer.body.getReader();
  const since = () => (performance.now() - began) / 1000;
  let [lines, bytes, firstSeconds, seconds] = [0, 0, 0, 0];
  return {
    /** Whether there was any more of it. */
    read: async () => {
      const { done, value: piece = new Uint8Array() } = await reader.read();
      if (bytes === 0) firstSeconds = since();
      bytes += piece.length;
      for (const byte of piece) if (byte === NEWLINE) lines += 1;
      seconds = since();
      return !done;
    },
    sofar: () => ({ rows: Math.max(0, lines - 1), bytes, firstSeconds, seconds }),
    leave: async () => {
      leaving.abort();
      await reader.closed.catch(() => {});
    },
  };
}

/**
 * @param {string} memory
 * @param {AbortSignal} done
 * @returns {Promise<number>} the most that it had
 */
async function watchMemory(memory, done) {
  let peak = 0;
  while (!done.aborted) {
    peak = Math.max(peak, (await ask(memory, "/")).rss);
    await sleep(SAMPLE_MILLISECONDS);
  }
  return peak;
}

/**
 * @param {string} memory
 * @param {"/" | "/held"} what
 * @returns {Promise<NodeJS.MemoryUsage>}
 */
async function ask(memory, what) {
  return (await fetch(memory + what)).json();
}

/** @param {number} bytes */
function inMega(bytes) {
  return (bytes / MEGA).toFixed(0);
}
