import { database, type Transaction } from "@/db/client";
import { payments } from "@/db/schema";
import type { Snapshot } from "@/psp/port";
import type { AccountKey } from "../accounts/account-time";
import { findAccountOf } from "../accounts/find-account";
import { raiseAlert } from "../alerts/raise-alert";
import { eachOf } from "../each-of";
import { log } from "../log";
import { providerOf } from "../providers/provider-of";
import { refuseCapture } from "./capture-due-payments";
import { claimDuePayments, claimedUntil } from "./claim-due-payments";
import { lockPayment } from "./lock-payment";
import { awaitsCapture, isPayment, type Payment, type PaymentKey } from "./payment";
import { recordCapture } from "./record-capture";

const DAY = 86_400_000;

/**
 * Asks what became of captures that a PSP has only received and then said nothing about (D27): confirmed, refused,
 * or still to come, in which case it is asked for the money again, which takes nothing twice.
 *
 * @returns how many were asked about.
 */
export async function checkCaptures(now: Date, whose?: AccountKey, limit = 50): Promise<number> {
  const claimed = await claimDuePayments(
    "captureCheckDueAt",
    now,
    whose,
    limit,
    async (transaction, payment) => {
      await transaction
        .update(payments)
        .set({ captureCheckDueAt: claimedUntil(now) })
        .where(isPayment(payment));
      return payment;
    },
  );
  await eachOf(claimed, (payment) => check(payment, now));
  return claimed.length;
}

async function check(payment: Payment, now: Date): Promise<void> {
  const found = await ask(payment, now).catch((error: unknown): Snapshot => {
    log.error({ err: error, payment: payment.id }, "a capture could not be asked about");
    return { state: "unknown" };
  });
  await recordCaptureState(payment, found, now);
}

async function ask(payment: Payment, now: Date): Promise<Snapshot> {
  const account = await findAccountOf(payment);
  const { provider, context } = await providerOf(payment, account, `check:${payment.id}`, now);
  const { id: paymentId, providerId } = payment;
  return provider.query(context, { paymentId, providerId });
}

/**
 * Acts on a PSP's view of a payment that should have been captured. The view of a payment whose capture is decided by
 * now is too old to count.
 */
export async function recordCaptureState(key: PaymentKey, found: Snapshot, now: Date): Promise<void> {
  await database().transaction(async (transaction) => {
    const payment = await lockPayment(transaction, key);
    if (!awaitsCapture(payment)) return;
    switch (found.state) {
      case "captured": {
        const capturedOn = found.capturedOn ?? now.toISOString().slice(0, 10);
        await recordCapture(transaction, payment, { capturedOn, feePence: found.feePence }, now);
        return;
      }
      case "refused":
      case "voided":
      case "expired":
      case "error":
        return refuseCapture(transaction, payment, found.state, now);
      case "authorised":
        await tellOfSilence(transaction, payment, { askedAgainAt: now.toISOString() }, now);
        await transaction
          .update(payments)
          .set({ captureDueAt: now, captureCheckDueAt: null })
          .where(isPayment(payment));
        return;
      case "challenge":
      case "missing":
      case "unknown":
        await tellOfSilence(transaction, payment, { theirs: found.state }, now);
        await transaction
          .update(payments)
          .set({ captureCheckDueAt: new Date(now.getTime() + DAY) })
          .where(isPayment(payment));
    }
  });
}

async function tellOfSilence(
  transaction: Transaction,
  { id, serviceId, accountId }: Payment,
  details: Readonly<Record<string, string>>,
  now: Date,
): Promise<void> {
  const about = { key: id, serviceId, accountId, paymentId: id, details };
  await raiseAlert({ kind: "captureNotConfirmed", ...about }, now, transaction);
}
