import { and, eq } from "drizzle-orm";
import { stepAgreement, type AgreementStatus, type AgreementTrigger } from "@/contract/states";
import type { EventOf } from "@/contract/webhook";
import type { Transaction } from "@/db/client";
import { agreements } from "@/db/schema";
import { tellOfAgreement } from "../webhooks/tell-webhooks";
import { isAgreement, type Agreement } from "./agreement";

/**
 * Moves an agreement's status: the only writer of agreements.status, by compare-and-set (D24, D25).
 *
 * @param instrumentId the card that was saved, on `cardSaved`.
 * @returns the agreement as it is now, or undefined when the step is not lawful or another writer was first.
 */
export async function moveAgreement(
  transaction: Transaction,
  agreement: Agreement,
  trigger: AgreementTrigger,
  now: Date,
  instrumentId?: string,
): Promise<Agreement | undefined> {
  const status = stepAgreement(agreement.status, trigger);
  if (!status) return undefined;
  const [moved] = await transaction
    .update(agreements)
    .set({
      status,
      cancelledAt: status === "cancelled" ? now : null,
      ...(instrumentId !== undefined && { paymentInstrumentId: instrumentId }),
    })
    .where(and(isAgreement(agreement), eq(agreements.status, agreement.status)))
    .returning();
  const event = moved && WEBHOOK_EVENT_OF[status];
  if (event) await tellOfAgreement(transaction, moved, event, now);
  return moved;
}

/** What callers are told of an agreement that has come to a status. */
const WEBHOOK_EVENT_OF: Readonly<Record<AgreementStatus, EventOf<"agreement"> | undefined>> = {
  created: undefined,
  active: "agreement_activated",
  inactive: "agreement_inactivated",
  cancelled: "agreement_cancelled",
};
