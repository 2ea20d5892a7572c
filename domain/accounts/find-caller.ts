import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { database } from "@/db/client";
import { prepareOnce } from "@/db/prepare-once";
import { accounts, apiKeys, platform } from "@/db/schema";
import type { ServiceCaller } from "../caller";
import { hashApiKey, isWellFormedApiKey } from "./api-key";

const holderOfKey = prepareOnce((database) =>
  database
    .select({
      account: accounts,
      apiKeyId: apiKeys.id,
      lastUsedAt: apiKeys.lastUsedAt,
      maintenance: sql<boolean>`coalesce((select ${platform.maintenance} from ${platform}), false)`,
    })
    .from(apiKeys)
    .innerJoin(accounts, and(eq(accounts.serviceId, apiKeys.serviceId), eq(accounts.id, apiKeys.accountId)))
    .where(
      and(
        eq(apiKeys.hash, sql.placeholder("hash")),
        isNull(apiKeys.revokedAt),
        eq(accounts.disabled, sql`false`),
      ),
    )
    .prepare("holder_of_key"),
);

/**
 * Who holds an API key, asked of the database each time so that a revocation takes effect at once (D28).
 *
 * @returns undefined for a key that is malformed, unknown or revoked, or of a disabled account; otherwise the caller, and whether the
 * platform is under maintenance.
 */
export async function findCaller(
  key: string,
  now: Date,
): Promise<{ caller: ServiceCaller; maintenance: boolean } | undefined> {
  if (!isWellFormedApiKey(key)) return undefined;
  const hash = hashApiKey(key);
  const [found] = await holderOfKey().execute({ hash });
  if (!found) return undefined;
  if (!found.lastUsedAt || now.getTime() - found.lastUsedAt.getTime() > 60_000) await touch(hash, now);
  const { account, apiKeyId, maintenance } = found;
  return { caller: { kind: "service", account, apiKeyId }, maintenance };
}

/** Whether the platform's maintenance switch is on. */
export async function isUnderMaintenance(): Promise<boolean> {
  const [row] = await database().select({ on: platform.maintenance }).from(platform);
  return row?.on ?? false;
}

async function touch(hash: string, now: Date): Promise<void> {
  const aMinuteAgo = new Date(now.getTime() - 60_000);
  await database()
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKeys.hash, hash), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, aMinuteAgo))));
}
