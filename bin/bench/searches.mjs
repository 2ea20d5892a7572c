// @ts-check
// Each search at ten thousand payments and at a million, over HTTP, in turn, so that neither has the quieter minute
// to itself. What counts is the ratio of the two.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { startTemporaryPostgres } from "../postgres.mjs";
import { seededService } from "./seeded-service.mjs";
import { benchServers } from "./servers.mjs";

const SMALL = Number(process.env.BENCH_SMALL ?? 10_000);
const LARGE = Number(process.env.BENCH_LARGE ?? 1_000_000);
const ASKED = Number(process.env.BENCH_ASKED ?? 100);
const ASKED_BROADLY = Math.ceil(ASKED / 5);
const PAGE = 100;
const GOAL = 3;
const DAY = 86_400_000;

/** @typedef {{ size: number; url: string; key: string; sample: Record<string, string>; close(): Promise<void> }} Side */
/** @typedef {(sample: Record<string, string>) => string} Search what is asked for, by a payment from the middle */

/** @type {Record<string, Search>} */
const SEARCHES = {
  "payments, all": () => "/v1/payments?",
  "payments by reference": ({ reference }) => `/v1/payments?reference=${reference}`,
  "payments by email, whole": ({ email }) => `/v1/payments?email=${email}`,
  "payments by email, name and number": ({ email = "" }) => `/v1/payments?email=${email.split("@")[0]}`,
  "payments by cardholder_name": ({ name }) => `/v1/payments?cardholder_name=${name}`,
  "payments by cardholder_name, none": () => "/v1/payments?cardholder_name=Zzyzx",
  "payments by state success": () => "/v1/payments?state=success",
  "payments by state failed": () => "/v1/payments?state=failed",
  "payments by state created": () => "/v1/payments?state=created",
  "payments by card_brand visa": () => "/v1/payments?card_brand=visa",
  "payments by card_brand jcb": () => "/v1/payments?card_brand=jcb",
  "payments by first_digits": ({ first }) => `/v1/payments?first_digits_card_number=${first}`,
  "payments by last_digits": ({ last }) => `/v1/payments?last_digits_card_number=${last}`,
  "payments by agreement_id": ({ agreement }) => `/v1/payments?agreement_id=${agreement}`,
  "payments from_date": () => `/v1/payments?from_date=${ago(30)}`,
  "payments to_date": () => `/v1/payments?to_date=${ago(365)}`,
  "payments from_date and to_date": () => `/v1/payments?from_date=${ago(372)}&to_date=${ago(365)}`,
  "payments by day settled": () =>
    `/v1/payments?from_settled_date=${dayAgo(300)}&to_settled_date=${dayAgo(299)}`,
  "payments by state, brand and month": () =>
    `/v1/payments?state=success&card_brand=visa&from_date=${ago(60)}&to_date=${ago(30)}`,
  "payments by all of a card": ({ first, last, brand, name }) =>
    `/v1/payments?first_digits_card_number=${first}&last_digits_card_number=${last}&card_brand=${brand}&cardholder_name=${name}`,
  "refunds, all": () => "/v1/refunds?",
  "refunds from_date": () => `/v1/refunds?from_date=${ago(30)}`,
  "refunds by month settled": () =>
    `/v1/refunds?from_settled_date=${dayAgo(300)}&to_settled_date=${dayAgo(270)}`,
  "agreements, all": () => "/v1/agreements?",
  "agreements by status": () => "/v1/agreements?status=active",
  "agreements by reference": ({ agreed }) => `/v1/agreements?reference=${agreed}`,
  "disputes, all": () => "/v1/disputes?",
  "disputes by status": () => "/v1/disputes?status=lost",
  "disputes from_date": () => `/v1/disputes?from_date=${ago(100)}`,
  "disputes by day settled": () => `/v1/disputes?from_settled_date=${dayAgo(300)}`,
};

/** They count what they find one by one, and a hundred times the payments have a hundred times as much of it. */
/** @type {Record<string, Search>} */
const BROAD = {
  "payments by surname": ({ name = "" }) => `/v1/payments?cardholder_name=${name.split("%20").at(-1)}`,
  "payments by two letters of a name": () => "/v1/payments?cardholder_name=an",
  "payments by email's domain": () => "/v1/payments?email=example.org",
  "payments by month settled": () =>
    `/v1/payments?from_settled_date=${dayAgo(300)}&to_settled_date=${dayAgo(270)}`,
  "payments settled in a year": () => `/v1/payments?from_settled_date=${dayAgo(365)}`,
};

export async function benchSearches() {
  const folder = mkdtempSync(join(tmpdir(), "exchequer-bench-"));
  const database = await startTemporaryPostgres();
  const servers = benchServers(folder);
  try {
    const small = await prepare(SMALL, database.url, join(folder, "small"), servers);
    const large = await prepare(LARGE, database.url, join(folder, "large"), servers);
    console.log(
      `p95 in ms of ${ASKED} requests for ${PAGE} records each, at ${SMALL} and at ${LARGE} payments\n`,
    );
    const over = await compare(SEARCHES, ASKED, small, large);
    console.log(`\nWhat has to count a hundred times as much, of ${ASKED_BROADLY} requests:\n`);
    await compare(BROAD, ASKED_BROADLY, small, large);
    console.log(
      over.length === 0 ? `\nEach is within ${GOAL} times.` : `\nOver ${GOAL} times: ${over.join("; ")}`,
    );
    await small.close();
    await large.close();
  } finally {
    await servers.stop();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A database of that many payments, and a server on it.
 *
 * @param {number} size
 * @param {string} clusterUrl
 * @param {string} dataDir
 * @param {ReturnType<typeof benchServers>} servers
 * @returns {Promise<Side>}
 */
async function prepare(size, clusterUrl, dataDir, servers) {
  const { url, databaseUrl, demo } = await seededService({
    name: `payments_${size}`,
    payments: { demo: size },
    clusterUrl,
    dataDir,
    servers,
  });
  const sql = postgres(databaseUrl, { max: 1 });
  const key = demo.accounts[0]?.api_key ?? "";
  return { size, url, key, sample: await sampleOf(sql), close: () => sql.end() };
}

/**
 * What to search for: a payment from the middle of them all.
 *
 * @param {import("postgres").Sql} sql
 * @returns {Promise<Record<string, string>>}
 */
async function sampleOf(sql) {
  const [payment] = await sql`
    select reference, payer_email as email, cardholder_name as name, first_digits as first, last_digits as last,
      card_brand as brand
    from payments
    where status = 'success' and payer_email is not null and created_at < now() - interval '365 days'
    order by created_at desc limit 1`;
  const [agreement] = await sql`
    select agreement_id as agreement, count(*) from payments where agreement_id is not null group by 1 order by 2 desc limit 1`;
  const [agreed] = await sql`select reference as agreed from agreements order by created_at limit 1`;
  const found = Object.entries({ ...payment, ...agreement, ...agreed });
  return Object.fromEntries(found.map(([name, value]) => [name, encodeURIComponent(String(value))]));
}

/**
 * @param {Record<string, Search>} searches
 * @param {number} asked how often each
 * @param {Side} small
 * @param {Side} large
 * @returns {Promise<string[]>} which are over the goal
 */
async function compare(searches, asked, small, large) {
  const over = [];
  for (const [name, search] of Object.entries(searches)) {
    for (const where of /** @type {const} */ (["first", "late"])) {
      const sides = [await pageOf(small, search, where), await pageOf(large, search, where)];
      // One page is both.
      if (where === "late" && sides.every(({ last }) => last === 1)) continue;
      const times = await timesOf(sides, asked);
      const [p95OfSmall = 0, p95OfLarge = 0] = times.map((each) => quantile(each, 0.95));
      const [medianOfSmall = 0, medianOfLarge = 0] = times.map((each) => quantile(each, 0.5));
      const ratio = p95OfLarge / p95OfSmall;
      const found = sides.map(({ total }) => String(total)).join(" → ");
      const figures = `${p95OfSmall.toFixed(1)} → ${p95OfLarge.toFixed(1)}`;
      const medians = `median ${medianOfSmall.toFixed(1)} → ${medianOfLarge.toFixed(1)}`;
      const label = `${name}, ${where} page`;
      console.log(
        `${ratio > GOAL ? "✗" : "✓"} ${label.padEnd(50)} ${found.padEnd(18)} p95 ${figures.padEnd(16)} ×${ratio.toFixed(1).padEnd(6)} ${medians}`,
      );
      if (ratio > GOAL) over.push(label);
    }
  }
  return over;
}

/**
 * @param {Side} side
 * @param {Search} search
 * @param {"first" | "late"} where
 */
async function pageOf(side, search, where) {
  const address = (/** @type {number} */ page) =>
    `${side.url}${search(side.sample)}&page=${page}&display_size=${PAGE}`;
  const { total } = JSON.parse(await ask(address(1), side.key));
  const last = Math.max(1, Math.ceil(total / PAGE));
  return { key: side.key, total, last, address: address(where === "first" ? 1 : last) };
}

/**
 * @param {{ key: string; address: string }[]} sides
 * @param {number} asked
 * @returns {Promise<number[][]>} milliseconds of each side
 */
async function timesOf(sides, asked) {
  const times = sides.map(() => /** @type {number[]} */ ([]));
  for (let round = -5; round < asked; round += 1) {
    for (const [index, { address, key }] of sides.entries()) {
      const began = performance.now();
      await ask(address, key);
      if (round >= 0) times[index]?.push(performance.now() - began);
    }
  }
  return times;
}

/**
 * @param {string} url
 * @param {string} key
 */
async function ask(url, key) {
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${text}`);
  return text;
}

/**
 * @param {number[]} values
 * @param {number} share
 */
function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** @param {number} days */
function ago(days) {
  return new Date(Date.now() - days * DAY).toISOString();
}

/** @param {number} days */
function dayAgo(days) {
  return ago(days).slice(0, 10);
}
