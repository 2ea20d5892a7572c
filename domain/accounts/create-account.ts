import { database, type Executor } from "@/db/client";
import { accounts, apiKeys, services } from "@/db/schema";
import type { Account } from "../caller";
import { newId } from "../new-id";
import { hashApiKey, mintApiKey } from "./api-key";

type Settings = Partial<Omit<Account, "serviceId" | "id" | "createdAt">>;

/**
 * A new service with one account.
 *
 * @param settings of the account; a sandbox account that can take payments unless they say otherwise.
 */
export async function createAccount(
  service: { nameEn: string; nameCy?: string; organisation: string },
  settings: Settings,
  now: Date,
): Promise<Account> {
  return database().transaction(async (transaction) => {
    const serviceId = newId(now);
    await transaction.insert(services).values({ id: serviceId, createdAt: now, ...service });
    const [account] = await transaction
      .insert(accounts)
      .values({
        live: false,
        paymentProvider: "sandbox",
        providerReady: true,
        ...settings,
        serviceId,
        id: newId(now),
        createdAt: now,
      })
      .returning();
    if (!account) throw new Error("The account was not stored");
    return account;
  });
}

/** A new API key of an account. @returns the key itself: it is not stored and cannot be shown again (D28). */
export async function createApiKey(
  account: Account,
  name: string,
  createdBy: string,
  now: Date,
): Promise<string> {
  return (await storeApiKey(database(), account, { name, createdBy }, now)).key;
}

/** The same, within a transaction where one is handed over. */
export async function storeApiKey(
  executor: Executor,
  { serviceId, id: accountId, live }: Account,
  named: { readonly name: string; readonly createdBy: string },
  now: Date,
): Promise<{ id: string; key: string }> {
  const key = mintApiKey(live);
  const id = newId(now);
  const row = { hash: hashApiKey(key), id, serviceId, accountId, ...named, createdAt: now };
  await executor.insert(apiKeys).values(row);
  return { id, key };
}
