import { database } from "@/db/client";
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
  const key = mintApiKey(account.live);
  await database()
    .insert(apiKeys)
    .values({
      hash: hashApiKey(key),
      id: newId(now),
      serviceId: account.serviceId,
      accountId: account.id,
      name,
      createdBy,
      createdAt: now,
    });
  return key;
}
