import { and, isNull, lt } from "drizzle-orm";
import { encodeTime } from "ulid";
import { LIMITS } from "@/contract/limits";
import { emails } from "@/db/schema";
import { forgetBatch } from "../forget-batch";

/** Removes the platform's own emails after 90 days, a batch of them; a payment's go with it. @returns how many. */
export async function forgetEmails(now: Date): Promise<number> {
  const oldest = now.getTime() - LIMITS.notificationDays * 86_400_000;
  // Ids begin with the time, and lead to the oldest by the primary key.
  return forgetBatch(
    emails,
    and(lt(emails.id, encodeTime(oldest, 10).toLowerCase()), isNull(emails.paymentId)),
  );
}
