import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { inTurn } from "@/db/in-turn";
import type { Account } from "../caller";
import { connectToSimulator } from "../providers/connect-to-simulator";
import { findCaller } from "./find-caller";
import { seedAdmin, type DemoAdmin } from "../staff/seed-admin";
import { createAccount, createApiKey } from "./create-account";
import { staffAtServer } from "../staff/staff-of";
import { setBranding } from "./set-branding";

/** What a demonstration's demo.json says: where it is, the keys of its accounts, and how to sign in at /admin. */
interface Demo {
  base_url: string;
  accounts: { name: string; payment_provider: string; api_key: string }[];
  admin: DemoAdmin;
}

const EVERYTHING_ON = { motoEnabled: true, motoApiEnabled: true, recurringEnabled: true } as const;

/** The accounts that every demonstration has. */
const DEMO_ACCOUNTS = [
  {
    name: "demo",
    nameEn: "Pay for a parking permit",
    nameCy: "Talu am drwydded parcio",
    look: { bannerColour: "#3b2a5c" },
    settings: EVERYTHING_ON,
  },
  { name: "plain", nameEn: "Pay a library fine", nameCy: "Talu dirwy llyfrgell", look: {}, settings: {} },
  {
    name: "compat",
    nameEn: "Pay a court fee",
    nameCy: "Talu ffi llys",
    look: {},
    settings: { ...EVERYTHING_ON, cardDigits: "text" },
  },
] as const satisfies DemoAccount[];

/** Those that are with the simulated providers, where there is a simulator. */
const SIMULATED_ACCOUNTS = [
  {
    name: "stripe",
    nameEn: "Pay for a planning application",
    nameCy: "Talu am gais cynllunio",
    look: {},
    settings: { ...EVERYTHING_ON, paymentProvider: "stripe", providerReady: false },
  },
  {
    name: "worldpay",
    nameEn: "Pay for a museum ticket",
    nameCy: "Talu am docyn amgueddfa",
    look: {},
    settings: { ...EVERYTHING_ON, paymentProvider: "worldpay", providerReady: false },
  },
] as const satisfies DemoAccount[];

interface DemoAccount {
  readonly name: string;
  readonly nameEn: string;
  readonly nameCy: string;
  readonly look: { bannerColour?: string };
  readonly settings: Partial<Account>;
}

/**
 * Makes sure that the demonstration's accounts exist and that `path` (demo.json) tells their keys. Keys that
 * still work are kept; those that do not (another database, an account unknown to the file) are made anew. Of
 * instances that start together one makes them, and the next finds them in the file.
 */
export async function seedDemo(url: string, path: string, baseUrl: string, now: Date): Promise<void> {
  await inTurn("demonstration", url, async () => seed(path, baseUrl, now));
}

async function seed(path: string, baseUrl: string, now: Date): Promise<void> {
  const before = await readDemo(path);
  const accounts: Demo["accounts"] = [];
  const serviceIds: string[] = [];
  for (const { name, nameEn, nameCy, look, settings } of [...DEMO_ACCOUNTS, ...simulated()]) {
    const known = before?.accounts.find((account) => account.name === name);
    const found = known && (await findCaller(known.api_key, now));
    const account =
      found?.caller.account ?? (await createDemoAccount({ nameEn, nameCy, look, settings }, now));
    const key =
      found && known ? known.api_key : await createApiKey(account, "Demonstration", "npm start", now);
    if (account.paymentProvider !== "sandbox") await connectToSimulator(account, now);
    accounts.push({ name, payment_provider: account.paymentProvider, api_key: key });
    serviceIds.push(account.serviceId);
  }
  const admin = await seedAdmin(before?.admin, serviceIds, now);
  await writeWhole(
    path,
    `${JSON.stringify({ base_url: baseUrl, accounts, admin } satisfies Demo, null, 2)}\n`,
  );
}

async function createDemoAccount(
  { nameEn, nameCy, look, settings }: Omit<DemoAccount, "name">,
  now: Date,
): Promise<Account> {
  const account = await createAccount({ nameEn, nameCy, organisation: "Borsetshire Council" }, settings, now);
  if (look.bannerColour !== undefined)
    await setBranding(staffAtServer("npm start"), account.serviceId, look, now);
  return account;
}

function simulated(): readonly DemoAccount[] {
  return process.env.SIMULATOR_URL ? SIMULATED_ACCOUNTS : [];
}

async function readDemo(path: string): Promise<Demo | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Demo;
  } catch {
    return undefined;
  }
}

/** Written beside and renamed, so that nobody reads half a file; readable by its owner alone. */
async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.${process.pid}`;
  await writeFile(beside, text, { mode: 0o600 });
  await rename(beside, path);
}
