// @ts-check
// A service on a database of its own that is full of payments.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { freePort } from "../free-port.mjs";
import { ROOT } from "../root.mjs";
import { runChild } from "../run-child.mjs";

/**
 * @typedef {object} Demo what demo.json says
 * @property {{ name: string; api_key: string }[]} accounts
 * @property {{ email: string; password: string; totp_secret: string }} admin
 */

/**
 * @param {object} wish
 * @param {string} wish.name of the database, which is made
 * @param {Readonly<Record<string, number>>} wish.payments how many, by the name of a demonstration's account
 * @param {string} wish.clusterUrl
 * @param {string} wish.dataDir
 * @param {ReturnType<typeof import("./servers.mjs").benchServers>} wish.servers
 * @param {string[]} [wish.node] options of Node.js' own
 * @param {Record<string, string>} [wish.also] more of the service's environment
 * @returns {Promise<{ url: string; databaseUrl: string; demo: Demo }>}
 */
export async function seededService({ name, payments, clusterUrl, dataDir, servers, node = [], also }) {
  const administration = postgres(clusterUrl, { max: 1, onnotice: () => {} });
  await administration.unsafe(`create database ${name}`);
  await administration.end();
  const databaseUrl = Object.assign(new URL(clusterUrl), { pathname: `/${name}` }).href;
  const own = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, EXCHEQUER_SECRET: "", EXCHEQUER_DEMO: "1" };
  const seeding = [join(ROOT, "node_modules", "tsx", "dist", "cli.mjs"), join(ROOT, "bin", "seed.ts")];
  for (const [account, size] of Object.entries(payments)) {
    const args = [...seeding, "--payments", String(size), "--account", account];
    const { ok, said } = await runChild(process.execPath, args, { env: { ...process.env, ...own } });
    if (!ok) throw new Error(said);
    console.log(said.trim().split("\n").at(-1));
  }
  const quiet = { RATE_GET_PER_SECOND: "1000000", CLOCK_SECONDS: "3600", LOG_LEVEL: "warn" };
  const environment = { ...own, ...quiet, ...also };
  const url = await servers.start([...node, "bin/start.mjs"], await freePort(), environment, "/healthcheck");
  const demo = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"));
  return { url, databaseUrl, demo };
}
