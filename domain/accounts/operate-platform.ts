import { asc, count, eq, max } from "drizzle-orm";
import { database } from "@/db/client";
import { accounts, binRanges, platform, services, staff } from "@/db/schema";
import type { Account, Service, Staff } from "../caller";
import { isId, newId } from "../new-id";
import { refused } from "../refused";
import { noteAct } from "../staff/note-act";
import { isUnderMaintenance } from "./find-caller";

/** Every service of the platform with its accounts, by name. */
export async function listServices(): Promise<{ service: Service; accounts: Account[] }[]> {
  const rows = await database()
    .select({ service: services, account: accounts })
    .from(services)
    .innerJoin(accounts, eq(accounts.serviceId, services.id))
    .orderBy(asc(services.nameEn), asc(services.id), asc(accounts.live));
  const found = new Map<string, { service: Service; accounts: Account[] }>();
  for (const { service, account } of rows) {
    const known = found.get(service.id) ?? { service, accounts: [] };
    known.accounts.push(account);
    found.set(service.id, known);
  }
  return [...found.values()];
}

/** An account and its service, for operators; undefined for an id that is malformed or unknown. */
export async function findOperated(accountId: string) {
  if (!isId(accountId)) return undefined;
  const [found] = await database()
    .select({ account: accounts, service: services })
    .from(accounts)
    .innerJoin(services, eq(services.id, accounts.serviceId))
    .where(eq(accounts.id, accountId));
  return found;
}

/** How the platform stands: maintenance, the table of issuers' ranges, how many operators. */
export async function readPlatform() {
  const [maintenance, [ranges], operators] = await Promise.all([
    isUnderMaintenance(),
    database()
      .select({ count: count(), loadedAt: max(binRanges.loadedAt) })
      .from(binRanges),
    database().$count(staff, eq(staff.operator, true)),
  ]);
  return {
    maintenance,
    ranges: { count: ranges?.count ?? 0, loadedAt: ranges?.loadedAt ?? null },
    operators,
  };
}

/** Lets the API answer nothing but 503, or everything again. Payers who are paying go on. */
export async function switchMaintenance(caller: Staff, on: boolean, now: Date): Promise<void> {
  await database().transaction(async (transaction) => {
    const [before] = await transaction.select().from(platform).for("update");
    await transaction
      .insert(platform)
      .values({ maintenance: on })
      .onConflictDoUpdate({ target: platform.only, set: { maintenance: on } });
    const act = {
      on: { type: "platform", id: "maintenance" },
      before: { on: before?.maintenance ?? false },
      after: { on },
    };
    await noteAct(transaction, caller, "switchMaintenance", act, now);
  });
}

/** A service goes live: its second account, at a provider whose credentials its admin adds next. */
export async function openLiveAccount(
  caller: Staff,
  serviceId: string,
  paymentProvider: "stripe" | "worldpay",
  now: Date,
) {
  if (!isId(serviceId)) return refused("notFound");
  return database().transaction(async (transaction) => {
    const [service] = await transaction
      .select()
      .from(services)
      .where(eq(services.id, serviceId))
      .for("no key update");
    if (!service) return refused("notFound");
    const id = newId(now);
    const [opened] = await transaction
      .insert(accounts)
      .values({ serviceId, id, live: true, paymentProvider, createdAt: now })
      .onConflictDoNothing()
      .returning();
    if (!opened) return refused("liveAlready");
    const act = { serviceId, on: { type: "account", id }, after: { paymentProvider } };
    await noteAct(transaction, caller, "openLiveAccount", act, now);
    return opened;
  });
}
