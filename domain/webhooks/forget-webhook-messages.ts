import { lt } from "drizzle-orm";
import { LIMITS } from "@/contract/limits";
import { webhookMessages } from "@/db/schema";
import { forgetBatch } from "../forget-batch";

/** Removes messages older than a week with their tries, delivered or not, a batch of them. @returns how many. */
export async function forgetWebhookMessages(now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - LIMITS.webhookMessageDays * 86_400_000);
  return forgetBatch(webhookMessages, lt(webhookMessages.createdAt, oldest));
}
