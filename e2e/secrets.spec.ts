import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { AMEX_SECURITY_CODE, CARDS, SECURITY_CODE } from "./support/cards";
import { DATA_DIR } from "./support/environment";
import { withDatabase, type Sql } from "./support/ledger";
import { GOOD_ANSWERS } from "./support/payer";

// Runs when every other test has: see playwright.config.ts.

/** Any of the numbers that were ever typed, with or without something between its groups. */
const CARD_NUMBER = new RegExp(
  Object.values(CARDS)
    .map((number) => number.match(/.{1,4}/gu)?.join("[ -]?"))
    .join("|"),
  "u",
);
const CODE = new RegExp(`(?<![\\w.:-])(?:${SECURITY_CODE}|${AMEX_SECURITY_CODE})(?![\\w.:-])`, "u");
const TOKEN = /\/secure\/[0-9a-z]{52}/u;

test("no row of the database holds a card number, nor a security code", async () => {
  await withDatabase(async (sql) => {
    const tables = await textsOf(sql);
    const everything = [...tables.values()].flat();
    // The search sees what is there to be seen.
    expect(everything.some((text) => text.includes(GOOD_ANSWERS.cardholderName))).toBe(true);
    const found = [...tables].flatMap(([table, texts]) =>
      texts.filter((text) => CARD_NUMBER.test(text) || CODE.test(text)).map((text) => `${table}: ${text}`),
    );
    expect(found).toEqual([]);
  });
});

test("no file of the service's data holds a card number, the database's own and its logs included", async () => {
  // All that the database knows, onto the disk.
  await withDatabase((sql) => sql`checkpoint`);
  const found: string[] = [];
  let seen = false;
  for (const path of filesUnder(realpathSync(DATA_DIR))) {
    const text = read(path);
    seen ||= text.includes(GOOD_ANSWERS.addressCity);
    if (CARD_NUMBER.test(text)) found.push(path);
  }
  expect(seen).toBe(true);
  expect(found).toEqual([]);
});

test("no log holds a card number, a security code, or a link that opens a payment", () => {
  const logs = filesUnder(realpathSync(DATA_DIR)).filter((path) => path.endsWith(".log"));
  if (process.env.SERVER_LOG) logs.push(process.env.SERVER_LOG);
  expect(logs.length).toBeGreaterThan(0);
  const found = logs.flatMap((path) =>
    read(path)
      .split("\n")
      .filter((line) => [CARD_NUMBER, TOKEN, CODE].some((secret) => secret.test(line))),
  );
  expect(found).toEqual([]);
});

/** Every text of every row, by table: columns of text and of JSON. */
async function textsOf(sql: Sql): Promise<Map<string, string[]>> {
  const columns = await sql<{ table: string; column: string }[]>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'json', 'character varying', 'character', 'ARRAY')`;
  const texts = new Map<string, string[]>();
  for (const { table, column } of columns) {
    const rows = await sql<{ text: string }[]>`
      select distinct ${sql(column)}::text as text from ${sql(table)} where ${sql(column)} is not null`;
    texts.set(
      `${table}.${column}`,
      rows.map(({ text }) => text),
    );
  }
  return texts;
}

/** Links are followed: where root may not keep Postgres' data here, a link leads to them. */
function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) return filesUnder(realpathSync(path));
    if (entry.isDirectory()) return filesUnder(path);
    return entry.isFile() ? [path] : [];
  });
}

/** Bytes as text: digits are digits in any of them. Postgres may remove a file meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
