import { and, lt, ne } from "drizzle-orm";
import { LIMITS } from "@/contract/limits";
import { pspNotifications } from "@/db/schema";
import { forgetBatch } from "../forget-batch";

/** Removes what PSPs have told after 90 days, once it has been dealt with, a batch of it. @returns how many. */
export async function forgetNotifications(now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - LIMITS.notificationDays * 86_400_000);
  return forgetBatch(
    pspNotifications,
    and(lt(pspNotifications.receivedAt, oldest), ne(pspNotifications.state, "waiting")),
  );
}
