import { database } from "@/db/client";
import { paymentDrafts } from "@/db/schema";
import type { Payment } from "./payment";

/**
 * Keeps what a payer typed, for the form to be shown again with its problems.
 *
 * @param answers without card number, security code and anything that looks like a card number.
 */
export async function saveDraft(
  { serviceId, id }: Payment,
  answers: Record<string, string>,
  problems: { field: string; code: string }[],
  now: Date,
): Promise<void> {
  const draft = { answers, problems, savedAt: now };
  await database()
    .insert(paymentDrafts)
    .values({ serviceId, paymentId: id, ...draft })
    .onConflictDoUpdate({ target: [paymentDrafts.serviceId, paymentDrafts.paymentId], set: draft });
}
