// npm run seed -- --payments 1000000: fills an account of the sandbox with payments that might have happened.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import postgresJs from "postgres";
import { findCaller } from "@/domain/accounts/find-caller";
import { seedDemo } from "@/domain/accounts/seed-demo";
import type { Account } from "@/domain/caller";
import { countFinalDays } from "@/domain/payments/count-payments";
import { publicUrl } from "@/domain/public-url";
import { openDataDir } from "./data-dir.mjs";
import { fillAccount } from "./seed/fill-account";
import { withDatabase } from "./with-database";

const HELP = `npm run seed -- --payments 1000000   fills an account with that many payments

  --payments   how many; 10000 if not given
  --months     over how many months they are spread, up to now; 24 if not given
  --account    which of the demonstration's accounts: demo, plain or compat; demo if not given
  --key        an API key of any other account of the sandbox

DATABASE_URL says where, or it is the Postgres of npm start in DATA_DIR, which may be running or not.
`;

/** Tables that have grown: their statistics and their maps of what is visible make searches quick. */
const GROWN =
  "payments, payment_events, refunds, disputes, agreements, payment_instruments, payment_day_counts, sandbox_payments";

const { values } = parseArgs({
  options: {
    payments: { type: "string", default: "10000" },
    months: { type: "string", default: "24" },
    account: { type: "string", default: "demo" },
    key: { type: "string" },
    help: { type: "boolean", short: "h", default: false },
  },
});

if (values.help) console.log(HELP);
else await seed(whole("payments"), whole("months"));

async function seed(payments: number, months: number): Promise<void> {
  await withDatabase(async (url) => {
    const account = await accountOf(values.key ?? (await keyOf(url, values.account)));
    await fill(url, account, payments, months);
  });
}

async function fill(url: string, account: Account, payments: number, months: number): Promise<void> {
  const began = performance.now();
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(0)} s`;
  const now = new Date();
  // Not the application's connection: Drizzle changes how that one writes dates.
  const sql = postgresJs(url, { max: 1, onnotice: () => {}, connection: { TimeZone: "UTC" } });
  try {
    await fillAccount(sql, account, { payments, months, now }, (done) => {
      if (done % 100_000 === 0 && done < payments) console.log(`${done} payments, ${seconds()}`);
    });
    await countFinalDays(now);
    await sql.unsafe(`vacuum (analyze) ${GROWN}`);
  } finally {
    await sql.end();
  }
  console.log(`${payments} payments over ${months} months, ${seconds()}`);
}

async function accountOf(key: string): Promise<Account> {
  const found = await findCaller(key, new Date());
  if (!found) throw new Error("That key is not one of this database.");
  return found.caller.account;
}

/** Of a demonstration's account, which is made if there is none yet. */
async function keyOf(url: string, name: string): Promise<string> {
  const path = join(openDataDir(process.env.DATA_DIR), "demo.json");
  await seedDemo(url, path, publicUrl(""), new Date());
  const { accounts } = JSON.parse(readFileSync(path, "utf8")) as {
    accounts: { name: string; api_key: string }[];
  };
  const account = accounts.find((each) => each.name === name);
  if (!account) throw new Error(`The demonstration has no account ${name}.`);
  return account.api_key;
}

function whole(name: "payments" | "months"): number {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`--${name} ${values[name]}: a whole number is wanted.`);
  return value;
}
