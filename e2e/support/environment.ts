import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readPassword, SUPERUSER } from "../../bin/postgres-data.mjs";
import { findPostmaster } from "../../bin/postgres-process.mjs";

/** Where the service under test is. `npm test -- e2e` starts one and says so. */
export const BASE_URL = required("EXCHEQUER_URL").replace(/\/$/u, "");

/** Its data folder: the keys of its accounts, its secret, its Postgres. */
export const DATA_DIR = resolve(required("DATA_DIR"));

/** Its database: the one that it was given, or its own in DATA_DIR. */
export function databaseUrl(): string {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const folder = join(DATA_DIR, "postgres");
  const running = findPostmaster(folder);
  if (!running) throw new Error(`No Postgres runs in ${folder}.`);
  return `postgres://${SUPERUSER}:${readPassword(folder)}@127.0.0.1:${running.port}/exchequer`;
}

export function readData(name: string): string {
  return readFileSync(join(DATA_DIR, name), "utf8").trim();
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. npm test -- e2e starts a service and sets it.`);
  return value;
}
