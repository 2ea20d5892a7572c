import { and, eq, inArray, ne } from "drizzle-orm";
import { database } from "@/db/client";
import { payments, pspOperations } from "@/db/schema";
import { capabilitiesOf } from "@/psp/capabilities";
import type { PspEvent, Snapshot } from "@/psp/port";
import { accountTime, timeOf } from "../accounts/account-time";
import { findAccountOf } from "../accounts/find-account";
import { raiseAlert } from "../alerts/raise-alert";
import type { PspOperation } from "../operations/operation";
import { AUTHORISATIONS, resolveOperation } from "../operations/resolve-operations";
import { recordCaptureState } from "../payments/check-captures";
import { lockPayment } from "../payments/lock-payment";
import { isPayment, type Payment } from "../payments/payment";
import { recordLateFee } from "../payments/record-capture";
import type { Handled, Notification } from "./notification";
import { paymentOfEvent } from "./payment-of-event";
import { providerOf } from "./provider-of";

type PaymentEvent = Extract<PspEvent, { type: "payment" }>;

/**
 * Something happened to a payment at its PSP: what is open about it here is brought to where the PSP has it now. The
 * message itself is believed only where the PSP cannot be asked at once.
 */
export async function actOnPayment(notification: Notification, event: PaymentEvent): Promise<Handled> {
  const payment = await paymentOfEvent(notification, event);
  if (!payment) return { notYet: "no such payment" };
  const open = await openAuthorisation(payment);
  if (open) return resolveOpen(open, payment, event);
  if (event.state === "authorised") return releaseIfEnded(payment, event);
  if (payment.status !== "success" || payment.captureSubmittedAt === null) {
    if (event.state === "captured") await tellOfUnlawfulCapture(payment);
    return "done";
  }
  if (payment.capturedOn === null) await recordCaptureNews(payment, event);
  else if (payment.fee === null) await recordFeeNews(payment, event);
  return "done";
}

/** An authorisation that has no answer yet, ours to find out about once its own process has given up. */
async function openAuthorisation({ serviceId, id }: Payment) {
  const [open] = await database()
    .select()
    .from(pspOperations)
    .where(
      and(
        eq(pspOperations.serviceId, serviceId),
        eq(pspOperations.paymentId, id),
        inArray(pspOperations.kind, [...AUTHORISATIONS]),
        ne(pspOperations.state, "answered"),
      ),
    );
  return open;
}

async function resolveOpen(
  open: PspOperation & { state: string; leaseUntil: Date | null },
  payment: Payment,
  event: PaymentEvent,
): Promise<Handled> {
  const waits = open.state === "asked" && open.leaseUntil !== null && open.leaseUntil > new Date();
  if (waits) return { notYet: "the answer itself is still awaited" };
  if (capabilitiesOf(payment.paymentProvider).queryableAfterMilliseconds > 0)
    return event.state === "authorised" ? { notYet: "it is asked about first" } : "done";
  await resolveOperation(open);
  return "done";
}

/** The payment has ended, and its answer was lost or asked about too early: nobody knew that its bank holds anything. */
async function releaseIfEnded(key: Payment, { providerId }: PaymentEvent): Promise<Handled> {
  const now = await timeOf(key, new Date());
  await database().transaction(async (transaction) => {
    const payment = await lockPayment(transaction, key);
    if (payment.code === null || payment.voidDueAt !== null || payment.voidedAt !== null) return;
    await transaction
      .update(payments)
      .set({ providerId: providerId ?? payment.providerId, voidDueAt: now })
      .where(isPayment(payment));
  });
  return "done";
}

/** Money was taken for a payment that is none: nothing here can put that right. */
async function tellOfUnlawfulCapture({ serviceId, accountId, id, status: ours }: Payment): Promise<void> {
  const about = { key: id, serviceId, accountId, paymentId: id, details: { ours, theirs: "captured" } };
  await raiseAlert({ kind: "unlawfulNotification", ...about }, new Date());
}

/** Of the money: an early word of it must not count as a refusal, so only a capture or its failure is news. */
async function recordCaptureNews(payment: Payment, event: PaymentEvent): Promise<void> {
  const now = new Date();
  const found = await stateOf(payment, event, now);
  const isNews = found.state === "captured" || found.state === "error" || found.state === "expired";
  if (isNews) await recordCaptureState(payment, found, await timeOf(payment, now));
}

/** A PSP may know its fee only some time after it has taken the money. */
async function recordFeeNews(payment: Payment, event: PaymentEvent): Promise<void> {
  if (!capabilitiesOf(payment.paymentProvider).reportsFees) return;
  const { feePence } = await stateOf(payment, event, new Date());
  if (feePence !== undefined) await recordLateFee(payment, feePence);
}

async function stateOf(payment: Payment, event: PaymentEvent, now: Date): Promise<Snapshot> {
  const { queryableAfterMilliseconds } = capabilitiesOf(payment.paymentProvider);
  if (queryableAfterMilliseconds > 0) {
    const { state = "unknown", capturedOn } = event;
    return { state, ...(capturedOn !== undefined && { capturedOn }) };
  }
  const account = await findAccountOf(payment);
  const { provider, context } = await providerOf(
    payment,
    account,
    `news:${payment.id}`,
    accountTime(account, now),
  );
  return provider.query(context, { paymentId: payment.id, providerId: payment.providerId });
}
