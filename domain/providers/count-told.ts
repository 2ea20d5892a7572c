import { and, count, eq, gte, ne, sql } from "drizzle-orm";
import { database } from "@/db/client";
import { pspNotifications } from "@/db/schema";
import type { PspEvent } from "@/psp/port";
import type { AccountKey } from "../accounts/account-time";

/** Of how many payments, payouts and so on a PSP has told something. */
export type Told = Readonly<Partial<Record<Exclude<PspEvent["type"], "ignored">, number>>>;

/** What an account's PSP has told by itself since a moment, each thing once however often it was spoken of. */
export async function countTold({ serviceId, accountId }: AccountKey, since: Date): Promise<Told> {
  const { event } = pspNotifications;
  const about = sql<keyof Told>`${event} ->> 'type'`;
  const which = sql`coalesce(${event} ->> 'payoutProviderId', ${event} ->> 'disputeProviderId', ${event} ->> 'refundId',
    ${event} ->> 'paymentId', ${event} ->> 'providerId')`;
  const rows = await database()
    .select({ about, things: count(sql`distinct ${which}`) })
    .from(pspNotifications)
    .where(
      and(
        gte(pspNotifications.receivedAt, since),
        eq(pspNotifications.serviceId, serviceId),
        eq(pspNotifications.accountId, accountId),
        ne(pspNotifications.state, "ignored"),
      ),
    )
    .groupBy(sql`1`);
  return Object.fromEntries(rows.map(({ about, things }) => [about, things]));
}
