import { and, eq } from "drizzle-orm";
import { afterCommit } from "@/db/after-commit";
import type { Transaction } from "@/db/client";
import { paymentDrafts, paymentEvents, payments } from "@/db/schema";
import { LIMITS } from "@/contract/limits";
import { isFinished, stepPayment, type PaymentStatus, type PaymentTrigger } from "@/contract/states";
import type { EventOf } from "@/contract/webhook";
import { discardUnconfirmedCard } from "../agreements/save-card";
import { metrics } from "../metrics";
import { writeConfirmation } from "../emails/write-email";
import { feeOnFailure } from "./fee";
import { tellOfPayment } from "../webhooks/tell-webhooks";
import { oweTransfer } from "../transfers/owe-transfer";
import { isPayment, type Payment } from "./payment";

/** Columns that may change together with the status; never the status's own. */
type Alongside = Partial<
  Omit<Payment, "serviceId" | "id" | "status" | "code" | "canRetry" | "expiresAt" | "challenge">
> & {
  canRetry?: boolean;
};

/**
 * Moves a payment's status: the only writer of payments.status.
 *
 * The step comes from the table of states, the write is a compare-and-set on the status that was read, and the
 * event is written in the same transaction (D25).
 *
 * @param payment as it was read; a payment that has moved on since is left alone.
 * @param alongside columns to set in the same write.
 * @returns the payment as it is now, or undefined when the step is not lawful or another writer was first.
 */
export async function movePayment(
  transaction: Transaction,
  payment: Payment,
  trigger: PaymentTrigger,
  now: Date,
  alongside: Alongside = {},
): Promise<Payment | undefined> {
  const step = stepPayment(payment.status, trigger, payment);
  if (!step) return undefined;
  const [moved] = await transaction
    .update(payments)
    .set({
      ...alongside,
      status: step.to,
      code: step.code ?? null,
      expiresAt: expiryIn(step.to, payment),
      challenge: null,
      ...(step.to === "failed" && { fee: feeOnFailure(payment) }),
      ...voidWhatIsHeld(payment, trigger, step.to, now),
    })
    .where(and(isPayment(payment), eq(payments.status, payment.status)))
    .returning();
  if (!moved) return undefined;
  if (payment.status === "submitted" && hasFailed(moved.status)) {
    await discardUnconfirmedCard(transaction, moved, now);
  }
  if (isFinished(moved.status)) {
    await transaction
      .delete(paymentDrafts)
      .where(and(eq(paymentDrafts.serviceId, moved.serviceId), eq(paymentDrafts.paymentId, moved.id)));
  }
  afterCommit(transaction, () => count(moved));
  if (moved.status === "failed" && moved.fee !== null) {
    await oweTransfer(transaction, moved, { is: "failedPaymentFee" });
  }
  const event = webhookEventOf(moved);
  await Promise.all([
    transaction.insert(paymentEvents).values({
      serviceId: moved.serviceId,
      paymentId: moved.id,
      status: moved.status,
      code: moved.code,
      canRetry: moved.canRetry,
      happenedAt: now,
    }),
    event && tellOfPayment(transaction, moved, event, now),
    moved.status === "success" && writeConfirmation(transaction, moved),
  ]);
  return moved;
}

function count({ status, code, paymentProvider: provider }: Payment): void {
  metrics().payments.inc({ status, code: code ?? "", provider });
}

/** What callers are told of a payment that has come to a status; nothing of those that only lead further. */
function webhookEventOf({ status, code }: Payment): EventOf<"payment"> | undefined {
  switch (status) {
    case "created":
    case "submitted":
    case "capturable":
      return undefined;
    case "started":
      return "card_payment_started";
    case "success":
      return "card_payment_succeeded";
    case "failed":
      return code === "P0020" ? "card_payment_expired" : "card_payment_failed";
    case "cancelled":
    case "error":
      return "card_payment_failed";
  }
}

/** When a payment in this status lapses: 90 minutes, once capturable 120 hours after creation (D22). */
export function expiryIn(status: PaymentStatus, { createdAt }: { createdAt: Date }): Date | null {
  if (isFinished(status)) return null;
  const minutes = status === "capturable" ? LIMITS.captureWindowHours * 60 : LIMITS.paymentLifetimeMinutes;
  return new Date(createdAt.getTime() + minutes * 60_000);
}

/**
 * What a bank may hold for a payment that ends is released, and that is retried until it is (D20, D22): an
 * authorisation, or one that its payer has yet to prove (a challenge). A bank that declines holds nothing, unless
 * it had authorised before.
 */
function voidWhatIsHeld(
  { providerId, status, authorisationMode }: Payment,
  trigger: PaymentTrigger,
  to: PaymentStatus,
  now: Date,
): { voidDueAt?: Date } {
  if (providerId === null || !hasFailed(to)) return {};
  const wasAuthorised = status === "submitted" && authorisationMode !== "agreement";
  return trigger === "decline" && !wasAuthorised ? {} : { voidDueAt: now };
}

function hasFailed(status: PaymentStatus): boolean {
  return status === "failed" || status === "cancelled" || status === "error";
}
