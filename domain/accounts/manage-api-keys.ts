import { and, desc, eq, getTableColumns, isNull } from "drizzle-orm";
import { database } from "@/db/client";
import { apiKeys } from "@/db/schema";
import type { Account, StaffCaller } from "../caller";
import { isId } from "../new-id";
import { refused } from "../refused";
import { noteAct } from "../staff/note-act";
import { storeApiKey } from "./create-account";

/** An API key as staff see it: whose it is and since when, nothing that it could be used by. */
export type ApiKeySummary = Omit<typeof apiKeys.$inferSelect, "hash">;

const { hash: _hash, ...SHOWN } = getTableColumns(apiKeys);

/** An account's API keys, newest first, revoked ones too. */
export async function listApiKeys(account: Account): Promise<ApiKeySummary[]> {
  return database().select(SHOWN).from(apiKeys).where(isOf(account)).orderBy(desc(apiKeys.id));
}

/** One of them; undefined for an id that is malformed, unknown or another account's. */
export async function findApiKey(account: Account, keyId: string): Promise<ApiKeySummary | undefined> {
  if (!isId(keyId)) return undefined;
  const [key] = await database()
    .select(SHOWN)
    .from(apiKeys)
    .where(and(isOf(account), eq(apiKeys.id, keyId)));
  return key;
}

/** A new API key, named by whoever makes it. @returns the key itself, which cannot be shown again (D28). */
export async function addApiKey(caller: StaffCaller, name: string, now: Date): Promise<string> {
  const { account, member } = caller;
  return database().transaction(async (transaction) => {
    const { id, key } = await storeApiKey(transaction, account, { name, createdBy: member.email }, now);
    const on = { type: "apiKey", id };
    const act = { serviceId: account.serviceId, on, after: { name, account: account.id } };
    await noteAct(transaction, caller, "createApiKey", act, now);
    return key;
  });
}

/** Makes an API key worthless: the next request with it is refused. */
export async function revokeApiKey(caller: StaffCaller, keyId: string, now: Date) {
  const { account } = caller;
  return database().transaction(async (transaction) => {
    const [revoked] = await transaction
      .update(apiKeys)
      .set({ revokedAt: now })
      .where(and(isOf(account), eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt)))
      .returning(SHOWN);
    if (!revoked) return refused("notFound");
    const on = { type: "apiKey", id: keyId };
    const act = { serviceId: account.serviceId, on, before: { name: revoked.name, account: account.id } };
    await noteAct(transaction, caller, "revokeApiKey", act, now);
    return revoked;
  });
}

function isOf({ serviceId, id }: Account) {
  return and(eq(apiKeys.serviceId, serviceId), eq(apiKeys.accountId, id));
}
