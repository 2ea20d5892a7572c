import { and, eq, gt } from "drizzle-orm";
import { database } from "@/db/client";
import { accounts } from "@/db/schema";
import type { Account } from "../caller";

/** What names an account in what it owns. */
export interface AccountKey {
  readonly serviceId: string;
  readonly accountId: string;
}

/**
 * What time it is for an account: the real one, or ahead of it where staff have moved a not-live account's test
 * clock. Every rule about a payment, and every job, goes by this time.
 */
export function accountTime({ clockAheadSeconds }: Pick<Account, "clockAheadSeconds">, now: Date): Date {
  return clockAheadSeconds === 0 ? now : new Date(now.getTime() + clockAheadSeconds * 1000);
}

/** The same, of an account that is known by its key only. */
export async function timeOf({ serviceId, accountId }: AccountKey, now: Date): Promise<Date> {
  const [account] = await database()
    .select({ clockAheadSeconds: accounts.clockAheadSeconds })
    .from(accounts)
    .where(and(eq(accounts.serviceId, serviceId), eq(accounts.id, accountId)));
  return account ? accountTime(account, now) : now;
}

/** Accounts whose clock has been moved, with their time. */
export async function accountsAhead(now: Date): Promise<{ account: AccountKey; now: Date }[]> {
  const ahead = await database()
    .select({
      serviceId: accounts.serviceId,
      accountId: accounts.id,
      clockAheadSeconds: accounts.clockAheadSeconds,
    })
    .from(accounts)
    .where(gt(accounts.clockAheadSeconds, 0));
  return ahead.map(({ serviceId, accountId, ...clock }) => ({
    account: { serviceId, accountId },
    now: accountTime(clock, now),
  }));
}
