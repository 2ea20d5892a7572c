// @ts-check
// What a file of a million payments costs the service that writes it: npm run bench -- --csv. What counts is how much
// memory it takes beyond what a file of ten thousand does: none, if rows are written as they are read.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import postgres from "postgres";
import { startTemporaryPostgres } from "../postgres.mjs";
import { seededService } from "./seeded-service.mjs";
import { benchServers } from "./servers.mjs";

const SMALL = Number(process.env.BENCH_SMALL ?? 10_000);
const LARGE = Number(process.env.BENCH_LARGE ?? 1_000_000);
const SAMPLE_MILLISECONDS = 250;
const MEGA = 1_000_000;
const NEWLINE = "\n".charCodeAt(0);

export async function benchCsv() {
  const folder = mkdtempSync(join(tmpdir(), "exchequer-bench-"));
  const database = await startTemporaryPostgres();
  const servers = benchServers(folder);
  try {
    const { url, databaseUrl, demo } = await seededService({
      name: "payments_for_csv",
      payments: { plain: SMALL, demo: LARGE },
      clusterUrl: database.url,
      dataDir: join(folder, "data"),
      servers,
    });
    const cookie = await signIn(url, demo.admin);
    const accounts = await accountsBySize(databaseUrl);
    const before = await residentBytes(url);
    console.log(`memory of the service before: ${inMega(before)} MB\n`);
    const peaks = [];
    for (const { id, payments } of accounts) {
      const file = await download(url, `${url}/admin/accounts/${id}/payments.csv`, cookie);
      if (file.rows !== payments) throw new Error(`${file.rows} rows of ${payments} payments.`);
      const { rows, bytes, firstSeconds, seconds, peak } = file;
      console.log(
        `${String(rows).padStart(9)} rows   ${inMega(bytes)} MB in ${seconds.toFixed(1)} s, the first after ${firstSeconds.toFixed(2)} s   ` +
          `at most ${inMega(peak)} MB of memory, ×${(peak / before).toFixed(2)} of before`,
      );
      peaks.push(peak);
    }
    const [small = 1, large = 0] = peaks;
    console.log(
      `\nA file ${(LARGE / SMALL).toFixed(0)} times as long takes ×${(large / small).toFixed(2)} of the memory.`,
    );
  } finally {
    await servers.stop();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
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

/**
 * @param {string} databaseUrl
 * @returns {Promise<{ id: string; payments: number }[]>} the smallest first
 */
async function accountsBySize(databaseUrl) {
  const sql = postgres(databaseUrl, { max: 1 });
  const rows = await sql`
    select account_id as id, count(*)::int as payments from payments group by account_id order by payments`;
  await sql.end();
  return rows.map(({ id, payments }) => ({ id, payments }));
}

/**
 * Takes a whole file and keeps nothing of it; meanwhile the service is asked how much memory it has.
 *
 * @param {string} url
 * @param {string} address
 * @param {string} cookie
 */
async function download(url, address, cookie) {
  const began = performance.now();
  const answer = await fetch(address, { headers: { cookie } });
  if (answer.status !== 200 || !answer.body) throw new Error(`${address} answered ${answer.status}`);
  const done = new AbortController();
  const watching = watchMemory(url, done.signal);
  let [lines, bytes, firstSeconds] = [0, 0, 0];
  for await (const piece of answer.body) {
    if (bytes === 0) firstSeconds = (performance.now() - began) / 1000;
    bytes += piece.length;
    for (const byte of piece) if (byte === NEWLINE) lines += 1;
  }
  const seconds = (performance.now() - began) / 1000;
  done.abort();
  return { rows: lines - 1, bytes, firstSeconds, seconds, peak: await watching };
}

/**
 * @param {string} url
 * @param {AbortSignal} done
 * @returns {Promise<number>} the most that it had
 */
async function watchMemory(url, done) {
  let peak = await residentBytes(url);
  while (!done.aborted) {
    await sleep(SAMPLE_MILLISECONDS);
    peak = Math.max(peak, await residentBytes(url));
  }
  return peak;
}

/** @param {string} url */
async function residentBytes(url) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const [, bytes] = /^process_resident_memory_bytes (\d+)/mu.exec(text) ?? [];
  if (bytes === undefined) throw new Error("The service does not tell its memory.");
  return Number(bytes);
}

/** @param {number} bytes */
function inMega(bytes) {
  return (bytes / MEGA).toFixed(0);
}
