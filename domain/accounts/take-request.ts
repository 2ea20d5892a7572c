import { sql } from "drizzle-orm";
import { database } from "@/db/client";
import { rateWindows } from "@/db/schema";
import { forgetBatch } from "../forget-batch";

/** Requests taken from the shared window ahead of need, so that a high limit does not cost a write each. */
interface Lease {
  left: number;
  until: number;
}

const leases = new Map<string, Promise<Lease | undefined>>();

/**
 * Counts one request against a limit shared by every instance (D29).
 *
 * A window of one second begins with its first request. Limits of 100 and more are taken in twentieths, so an
 * instance may leave up to that much unused; no window ever exceeds its limit.
 *
 * @param bucket what is limited, such as an account and a kind of request.
 * @returns false when the limit of this second is used up.
 */
export async function takeRequest(bucket: string, perSecond: number): Promise<boolean> {
  if (perSecond < 1) return false;
  const batch = perSecond < 100 ? 1 : Math.floor(perSecond / 20);
  if (batch === 1) return (await takeFromWindow(bucket, 1, perSecond)) !== undefined;
  for (;;) {
    const current = leases.get(bucket);
    const lease = await current;
    if (lease && lease.left > 0 && lease.until > performance.now()) {
      lease.left -= 1;
      return true;
    }
    if (leases.get(bucket) !== current) continue;
    const next = takeFromWindow(bucket, batch, perSecond);
    leases.set(bucket, next);
    try {
      if (!(await next)) return false;
    } catch (error) {
      // A failure must not be remembered as the bucket's lease.
      if (leases.get(bucket) === next) leases.delete(bucket);
      throw error;
    }
  }
}

async function takeFromWindow(bucket: string, count: number, perSecond: number): Promise<Lease | undefined> {
  const asked = performance.now();
  const rows = await database().execute<{ left: string }>(sql`
    insert into rate_windows as w (bucket, started_at, used) values (${bucket}, clock_timestamp(), ${count})
    on conflict (bucket) do update set
      used = case when w.started_at <= clock_timestamp() - interval '1 second' then ${count} else w.used + ${count} end,
      started_at = case when w.started_at <= clock_timestamp() - interval '1 second' then clock_timestamp() else w.started_at end
    where w.started_at <= clock_timestamp() - interval '1 second' or w.used + ${count} <= ${perSecond}
    returning 1000 * extract(epoch from started_at + interval '1 second' - clock_timestamp()) as left`);
  const row = rows[0];
  return row && { left: count, until: asked + Number(row.left) };
}

/** Removes windows that nobody counts in any more, a batch of them. @returns how many. */
export async function forgetRateWindows(): Promise<number> {
  return forgetBatch(rateWindows, sql`${rateWindows.startedAt} < clock_timestamp() - interval '1 minute'`);
}
