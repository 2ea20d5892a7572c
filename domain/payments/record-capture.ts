import { and, eq, isNull } from "drizzle-orm";
import { database, type Transaction } from "@/db/client";
import { accounts, payments } from "@/db/schema";
import { capabilitiesOf } from "@/psp/capabilities";
import { closeOperation, operationOf } from "../operations/operation";
import { tellOfPayment } from "../webhooks/tell-webhooks";
import { feeOnSuccess } from "./fee";
import { oweTransfer } from "../transfers/owe-transfer";
import { isPayment, type Payment } from "./payment";

/** What a PSP says of the money it has taken: the day, YYYY-MM-DD, and its own fee in pence where it has one. */
export interface Capture {
  readonly capturedOn: string;
  readonly feePence?: number | undefined;
}

/**
 * Writes down that the PSP has taken the money, whoever brings the news: its answer, a notification, or a
 * question asked later. The first to bring it is the one who counts.
 *
 * @returns the payment as it is now, or undefined when this was known or the payment is no success.
 */
export async function recordCapture(
  transaction: Transaction,
  payment: Payment,
  { capturedOn, feePence }: Capture,
  now: Date,
): Promise<Payment | undefined> {
  const [captured] = await transaction
    .update(payments)
    .set({
      captureDueAt: null,
      captureCheckDueAt: null,
      capturedOn,
      fee: await feeOf(transaction, payment, feePence),
    })
    .where(and(isPayment(payment), eq(payments.status, "success"), isNull(payments.capturedOn)))
    .returning();
  if (!captured) return undefined;
  await closeOperation(transaction, operationOf(captured, "capture"), { is: "done" });
  await tellOfPayment(transaction, captured, "card_payment_captured", now);
  await oweTransfer(transaction, captured, { is: "capture" });
  return captured;
}

/** Writes down a fee that the PSP knew only after the capture; one that is there already stays. */
export async function recordLateFee(payment: Payment, feePence: number): Promise<void> {
  await database()
    .update(payments)
    .set({ fee: feePence })
    .where(and(isPayment(payment), eq(payments.status, "success"), isNull(payments.fee)));
}

async function feeOf(
  transaction: Transaction,
  payment: Payment,
  feePence: number | undefined,
): Promise<number | null> {
  const { serviceId, accountId, paymentProvider } = payment;
  if (!capabilitiesOf(paymentProvider).reportsFees) return null;
  const [account] = await transaction
    .select()
    .from(accounts)
    .where(and(eq(accounts.serviceId, serviceId), eq(accounts.id, accountId)));
  return (account && feeOnSuccess(account, payment)) ?? feePence ?? null;
}
