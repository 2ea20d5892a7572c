import { createHash } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import { LIMITS } from "@/contract/limits";
import { database } from "@/db/client";
import { idempotencyKeys } from "@/db/schema";
import { canonical } from "../canonical";
import type { Account } from "../caller";
import { forgetBatch } from "../forget-batch";

/** A caller's Idempotency-Key and the body it came with. */
export interface IdempotentRequest {
  readonly key: string;
  readonly bodyHash: string;
}

/** The same for two bodies that are equal but for the order of their keys (D18). */
export function hashOfBody(body: unknown): string {
  return createHash("sha256").update(canonical(body)).digest("base64url");
}

/** An earlier use of the key by this account within 24 hours. */
export async function findEarlierUse(
  account: Account,
  request: IdempotentRequest,
  now: Date,
): Promise<{ paymentId: string; sameBody: boolean } | undefined> {
  const [found] = await database()
    .select()
    .from(idempotencyKeys)
    .where(
      and(isKeyOf(account, request.key), sql`${idempotencyKeys.usedAt} > ${forgottenAt(now).toISOString()}`),
    );
  return found && { paymentId: found.paymentId, sameBody: found.bodyHash === request.bodyHash };
}

/** Removes keys older than a day, a batch of them. @returns how many. */
export async function forgetIdempotencyKeys(now: Date): Promise<number> {
  return forgetBatch(idempotencyKeys, lt(idempotencyKeys.usedAt, forgottenAt(now)));
}

function isKeyOf(account: Account, key: string) {
  return and(
    eq(idempotencyKeys.serviceId, account.serviceId),
    eq(idempotencyKeys.accountId, account.id),
    eq(idempotencyKeys.key, key),
  );
}

/** Keys used at this moment or before no longer count. */
export function forgottenAt(now: Date): Date {
  return new Date(now.getTime() - LIMITS.idempotencyKeyHours * 3_600_000);
}
