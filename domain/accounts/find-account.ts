import { and, asc, eq } from "drizzle-orm";
import { database } from "@/db/client";
import { accounts } from "@/db/schema";
import type { Account, Service } from "../caller";

/** The account that a payment, refund or operation belongs to. */
export async function findAccountOf(owned: { serviceId: string; accountId: string }): Promise<Account> {
  const [account] = await database()
    .select()
    .from(accounts)
    .where(and(eq(accounts.serviceId, owned.serviceId), eq(accounts.id, owned.accountId)));
  if (!account) throw new Error(`Account ${owned.accountId} has gone`);
  return account;
}

/** A service's accounts: its test side, then its live one if it has been opened. */
export async function listAccounts(service: Service): Promise<Account[]> {
  return database()
    .select()
    .from(accounts)
    .where(eq(accounts.serviceId, service.id))
    .orderBy(asc(accounts.live), asc(accounts.id));
}
