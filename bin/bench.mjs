// @ts-check
// npm run bench: how the built service compares with a bare server that does the same SQL, in one run on one
// Postgres. Ratios are what counts; the figures beside them are this machine's on this day.
// npm run bench -- --search: how each search at a million payments compares with the same at ten thousand.
// npm run bench -- --csv: how much memory a file of a million payments takes beyond one of ten thousand.
// npm run bench -- --lighthouse: what Lighthouse makes of the card page on a telephone.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import autocannon from "autocannon";
import postgres from "postgres";
import { benchServers } from "./bench/servers.mjs";
import { findOrInstallBrowser } from "./browser.mjs";
import { freePort } from "./free-port.mjs";
import { startTemporaryPostgres } from "./postgres.mjs";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 6);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const LIGHTHOUSE_RUNS = Number(process.env.BENCH_RUNS ?? 5);
const CONNECTIONS = 20;
const PAYMENT = {
  amount: 1450,
  reference: "BENCH-1",
  description: "A payment",
  return_url: "https://example.org/done",
  metadata: { ledger: "A1", line: 7 },
};

if (process.argv.includes("--search")) {
  const { benchSearches } = await import("./bench/searches.mjs");
  await benchSearches();
  process.exit();
}
if (process.argv.includes("--csv")) {
  const { benchCsv } = await import("./bench/csv.mjs");
  await benchCsv();
  process.exit();
}

const folder = mkdtempSync(join(tmpdir(), "exchequer-bench-"));
const database = await startTemporaryPostgres();
const servers = benchServers(folder);
try {
  await (process.argv.includes("--lighthouse") ? askOfCardPage() : bench());
} finally {
  await servers.stop();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function bench() {
  const ours = await startOurs();
  const key = firstKey();
  const bare = await startBare(await hashOfFirstKey());
  const results = { create: { ours: [0], bare: [0] }, get: { ours: [0], bare: [0] } };
  for (const kind of /** @type {const} */ (["create", "get"])) {
    // In turn, so that neither has the quieter minute to itself.
    for (let round = 0; round < ROUNDS; round += 1) {
      results[kind].bare[round] = await rate(bare, key, kind);
      results[kind].ours[round] = await rate(ours, key, kind);
    }
    const [mine, yardstick] = [median(results[kind].ours), median(results[kind].bare)];
    const ratio = (mine / yardstick).toFixed(2);
    console.log(`${kind.padEnd(7)} ${mine}/s   bare server ${yardstick}/s   ratio ${ratio}`);
  }
  await measurePage(ours, key);
}

async function askOfCardPage() {
  const { askLighthouse } = await import("./bench/lighthouse.mjs");
  const url = await startOurs();
  const { page, cookie } = await openCardPage(url, firstKey());
  const { scores, complaints } = await askLighthouse({
    url: page,
    cookie,
    browser: await findOrInstallBrowser(),
    categories: ["performance", "accessibility", "best-practices"],
    runs: LIGHTHOUSE_RUNS,
  });
  for (const [category, score] of Object.entries(scores)) console.log(`${category.padEnd(15)} ${score}`);
  for (const complaint of complaints) console.log(`  ${complaint}`);
}

function firstKey() {
  return JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")).accounts[0].api_key;
}

async function startOurs() {
  const port = await freePort();
  const environment = {
    DATA_DIR: folder,
    EXCHEQUER_DEMO: "1",
    RATE_CREATE_PER_SECOND: "1000000",
    RATE_GET_PER_SECOND: "1000000",
  };
  return start(["bin/start.mjs"], port, environment, "/healthcheck");
}

/** @param {string} keyHash */
async function startBare(keyHash) {
  return start(["bin/bench/bare-server.mjs"], await freePort(), { BENCH_KEY_HASH: keyHash }, "/health");
}

/**
 * @param {string[]} script
 * @param {number} port
 * @param {Record<string, string>} environment
 * @param {string} ready answers once the server does
 */
async function start(script, port, environment, ready) {
  return servers.start(script, port, { DATABASE_URL: database.url, ...environment }, ready);
}

async function hashOfFirstKey() {
  const sql = postgres(database.url, { max: 1 });
  const [row] = await sql`select hash from api_keys order by created_at, id limit 1`;
  await sql.end();
  return row?.hash;
}

/**
 * Requests a second that were answered well.
 *
 * @param {string} url
 * @param {string} key
 * @param {"create" | "get"} kind
 */
async function rate(url, key, kind) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify(PAYMENT);
  const made = await fetch(`${url}/v1/payments`, { method: "POST", headers, body });
  const payment = await made.json();
  const target =
    kind === "create"
      ? { url: `${url}/v1/payments`, method: /** @type {const} */ ("POST"), body }
      : { url: `${url}/v1/payments/${payment.payment_id ?? payment.id}` };
  const result = await autocannon({ ...target, headers, connections: CONNECTIONS, duration: SECONDS });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${kind} at ${url}: ${result.non2xx} refused`);
  return Math.round(result.requests.average);
}

/**
 * The card page: what travels, and how long the server takes.
 *
 * @param {string} url
 * @param {string} key
 */
async function measurePage(url, key) {
  const { page, cookie } = await openCardPage(url, key);
  const times = [];
  let html = "";
  for (let visit = 0; visit < 30; visit += 1) {
    const started = performance.now();
    html = await (await fetch(page, { headers: { cookie } })).text();
    times.push(performance.now() - started);
  }
  // Less the polyfills, which no browser of these years loads.
  const tags = [...html.matchAll(/<script src="([^"]+)"[^>]*>/gu)].filter(([tag]) => !/noModule/iu.test(tag));
  const scripts = new Set(tags.map(([, path = ""]) => path));
  const bytes = await Promise.all([...scripts].map(async (path) => travelled(url + path)));
  const script = bytes.reduce((sum, size) => sum + size, 0);
  console.log(
    `page    ${median(times).toFixed(1)} ms   HTML ${html.length} bytes (${gzipped(html)} gzipped)   script ${script} bytes as sent`,
  );
}

/**
 * A new payment's card page, and the cookie of the payer who has opened it.
 *
 * @param {string} url
 * @param {string} key
 */
async function openCardPage(url, key) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const made = await fetch(`${url}/v1/payments`, { method: "POST", headers, body: JSON.stringify(PAYMENT) });
  const { payment_id: id, _links: links } = await made.json();
  const opened = await fetch(url + new URL(links.next_url.href).pathname, { redirect: "manual" });
  const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
  return { page: `${url}/card-details/${id}`, cookie };
}

/**
 * How many bytes come through the wire for a browser that takes brotli.
 *
 * @param {string} address
 */
async function travelled(address) {
  const answer = await fetch(address, { headers: { "accept-encoding": "br" } });
  const length = Number(answer.headers.get("content-length"));
  await answer.arrayBuffer();
  if (answer.headers.get("content-encoding") !== "br") throw new Error(`${address} is not compressed.`);
  return length;
}

/** @param {string} text */
function gzipped(text) {
  return gzipSync(text).length;
}

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
