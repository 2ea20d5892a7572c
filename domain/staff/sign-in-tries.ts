import { sql } from "drizzle-orm";
import { database } from "@/db/client";
import { signInTries } from "@/db/schema";
import { isInside, networkOf } from "../network-of";
import { macOf } from "../secrets";
import { STAFF_LIMITS } from "./staff-limits";

/** What tries are counted by. */
export type Counted =
  | { readonly kind: "email" | "second factor"; readonly value: string }
  | { readonly kind: "address"; readonly value: string | null };

/**
 * Counts a try before it is made, as if it will fail, so that many at once gain nothing. Beyond a number of free
 * tries each failure is followed by a wait, twice as long as the one before.
 *
 * @returns undefined when the try may be made; otherwise how many seconds are left to wait.
 */
export async function takeTry(counted: Counted, now: Date): Promise<number | undefined> {
  const bucket = bucketOf(counted);
  if (bucket === undefined) return undefined;
  const free = counted.kind === "address" ? STAFF_LIMITS.freeTriesByAddress : STAFF_LIMITS.freeTriesByEmail;
  const moment = now.toISOString();
  const { firstWaitSeconds: first, longestWaitSeconds: longest, triesHours } = STAFF_LIMITS;
  const failures = sql`case when t.last_at < ${moment}::timestamptz - make_interval(hours => ${triesHours})
    then 1 else t.failures + 1 end`;
  const taken = await database().execute(sql`
    insert into sign_in_tries as t (bucket, failures, last_at) values (${bucket}, 1, ${moment}::timestamptz)
    on conflict (bucket) do update set failures = ${failures}, last_at = excluded.last_at,
      wait_until = case when ${failures} < ${free} then null else ${moment}::timestamptz
        + make_interval(secs => least(${longest}, ${first} * power(2, least(20, ${failures} - ${free})))) end
    where t.wait_until is null or t.wait_until <= ${moment}::timestamptz
    returning 1`);
  if (taken.length > 0) return undefined;
  const [row] = await database()
    .select({ waitUntil: signInTries.waitUntil })
    .from(signInTries)
    .where(sql`${signInTries.bucket} = ${bucket}`);
  return Math.max(1, Math.ceil(((row?.waitUntil?.getTime() ?? 0) - now.getTime()) / 1000));
}

/** A try was none: it succeeded. What counted before it for the same person is forgotten, for an address it stays. */
export async function forgiveTry(counted: Counted): Promise<void> {
  const bucket = bucketOf(counted);
  if (bucket === undefined) return;
  if (counted.kind === "address") {
    await database().execute(
      sql`update sign_in_tries set failures = greatest(1, failures - 1), wait_until = null where bucket = ${bucket}`,
    );
  } else {
    await database()
      .delete(signInTries)
      .where(sql`${signInTries.bucket} = ${bucket}`);
  }
}

function bucketOf({ kind, value }: Counted): string | undefined {
  const what = kind === "address" ? senderOf(value) : value.toLowerCase();
  return what === null ? undefined : macOf("sign-in tries", `${kind} ${what}`).toString("base64url");
}

/**
 * Whose tries an address's are. Null where everybody may seem to come from it, by a proxy that nobody told us of:
 * one stranger's failures would make all staff wait. Each email address is still counted by itself.
 */
function senderOf(address: string | null): string | null {
  const proxiesTell = Number(process.env.TRUSTED_PROXIES ?? 0) > 0;
  if (address === null || (isInside(address) && !proxiesTell)) return null;
  return networkOf(address);
}
