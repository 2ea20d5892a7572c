import { sql } from "drizzle-orm";
import { CARD_TESTING, LIMITS } from "@/contract/limits";
import { database } from "@/db/client";
import { cardAttempts } from "@/db/schema";
import { forgetBatch } from "../forget-batch";

/** From how many tries and declines on a counter asks for a delay; `declinedShare` is of all its tries. */
export interface Threshold {
  readonly tries: number;
  readonly declines: number;
  readonly declinedShare: number;
}

const WINDOW_SECONDS = CARD_TESTING.windowMinutes * 60;
const LONGEST_SECONDS = CARD_TESTING.longestDelayMinutes * 60;
/** Doubling stops long before this; larger powers would only overflow. */
const MOST_DOUBLINGS = 20;

/**
 * Counts one try. One statement, so that however many come at once, on however many instances, each is counted.
 * The try that reaches the threshold is still let through and starts the delay; each later one doubles it.
 *
 * @returns `until` when a delay is running: the try is not counted then; otherwise whether this try began one.
 */
export async function countTry(
  bucket: string,
  { tries }: Threshold,
  now: Date,
): Promise<{ until: Date } | { until: null; blocks: boolean }> {
  const most = Math.min(tries, 2 ** 31 - 1);
  const at = now.toISOString();
  const isOver = sql`c.started_at <= ${at}::timestamptz - make_interval(secs => ${WINDOW_SECONDS})`;
  const [row] = await database().execute<{ blocks: boolean }>(sql`
    insert into card_attempts as c (bucket, started_at, attempts, declines) values (${bucket}, ${at}, 1, 0)
    on conflict (bucket) do update set
      started_at = case when ${isOver} then ${at} else c.started_at end,
      attempts = case when ${isOver} then 1 else c.attempts + 1 end,
      declines = case when ${isOver} then 0 else c.declines end,
      blocked_until = case when not (${isOver}) and c.attempts + 1 >= ${most}
        then ${at}::timestamptz + ${delayAfter(sql`c.attempts + 1 - ${most}`)} end
    where c.blocked_until is null or c.blocked_until <= ${at}
    returning blocked_until is not null as blocks`);
  if (row) return { until: null, blocks: row.blocks };
  const [blocked] = await database().execute<{ until: string }>(
    sql`select blocked_until as until from card_attempts where bucket = ${bucket}`,
  );
  return { until: new Date(blocked?.until ?? now) };
}

/** Counts a decline of a try counted before. @returns whether a delay is running from now on. */
export async function countDecline(bucket: string, threshold: Threshold, now: Date): Promise<boolean> {
  const { declines, declinedShare } = threshold;
  const at = now.toISOString();
  const [row] = await database().execute<{ blocked: boolean }>(sql`
    update card_attempts as c set
      declines = c.declines + 1,
      blocked_until = case
        when c.declines + 1 >= ${declines} and c.declines + 1 >= ${declinedShare}::float8 * c.attempts
        then greatest(c.blocked_until, ${at}::timestamptz + ${delayAfter(sql`c.declines + 1 - ${declines}`)})
        else c.blocked_until end
    where bucket = ${bucket}
    returning coalesce(blocked_until > ${at}, false) as blocked`);
  return row?.blocked ?? false;
}

/** Counts one look-up of a payment's card while it is typed. @returns false when there were too many. */
export async function takeLookUp(paymentId: string, now: Date): Promise<boolean> {
  const rows = await database().execute(sql`
    insert into card_attempts as c (bucket, started_at, attempts, declines)
    values (${`look-up ${paymentId}`}, ${now.toISOString()}, 1, 0)
    on conflict (bucket) do update set attempts = c.attempts + 1
    where c.attempts < ${LIMITS.cardLookUpsPerPayment}
    returning 1`);
  return rows.length > 0;
}

/** Removes counters whose window and delay are over, and look-ups of payments that are; a batch of them. */
export async function forgetCardAttempts(now: Date): Promise<number> {
  const oldest = 2 * Math.max(WINDOW_SECONDS, LIMITS.paymentLifetimeMinutes * 60);
  const at = now.toISOString();
  return forgetBatch(
    cardAttempts,
    sql`started_at < ${at}::timestamptz - make_interval(secs => ${oldest})
      and (blocked_until is null or blocked_until <= ${at})`,
  );
}

function delayAfter(beyond: ReturnType<typeof sql>) {
  return sql`make_interval(secs => least(
    ${CARD_TESTING.shortestDelaySeconds} * power(2, least(${beyond}, ${MOST_DOUBLINGS})), ${LONGEST_SECONDS}))`;
}
