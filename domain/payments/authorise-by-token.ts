import { and, eq, sql } from "drizzle-orm";
import type { SendCard } from "@/contract/auth";
import { isFinished } from "@/contract/states";
import { hasValidCheckDigit } from "@/contract/card-brand";
import type { CardDetails } from "@/contract/card-form";
import { database } from "@/db/client";
import { payments } from "@/db/schema";
import { accountTime } from "../accounts/account-time";
import { findAccountOf } from "../accounts/find-account";
import { admitCard } from "../cards/card-testing";
import { findLoadedBin } from "../cards/find-loaded-bin";
import { identifyCard } from "../cards/identify-card";
import { inBackground } from "../background";
import { isRefused, refused, type Refused } from "../refused";
import { expireIfOverdue } from "./expire-payment";
import { movePayment } from "./move-payment";
import { isPayment, type Payment } from "./payment";
import { isCurrentToken, paymentIdOfToken } from "./payment-token";
import { findPayable, findPaymentById } from "./start-payment";
import { cardColumns, submitCard } from "./submit-card";

const ANSWER_WITHIN_MILLISECONDS = 10_000;

/** The payment that a one-time token belongs to, whether or not it is spent; undefined for any other text. */
export async function findPaymentOfToken(token: string): Promise<Payment | undefined> {
  const id = paymentIdOfToken(token);
  const payment = id === undefined ? undefined : await findPayable(id);
  if (!payment || payment.authorisationMode !== "moto_api") return undefined;
  const asIssued = { id: payment.id, tokenGeneration: 0 };
  return isCurrentToken("one-time token", token, asIssued) ? payment : undefined;
}

/**
 * A caller sends the card of a telephone order (section 4.10, contract 3.6). From the spending of the token on
 * the payment is decided: approved, rejected, or ended by a fault.
 */
export async function authoriseByToken(payment: Payment, input: SendCard, realNow: Date) {
  const account = await findAccountOf(payment);
  const now = accountTime(account, realNow);
  const current = await expireIfOverdue(payment, now);
  const card = cardFrom(input);
  if (current.status === "created") {
    // By card, issuer and account alone: the address is that of the caller's server. Before the token is spent,
    // so that the same telephone call can go on once the delay is over.
    const refusal = await admitCard(account, { number: card.number, address: null }, now);
    if (refusal) return refused("tooManyRequests", refusal.details);
  }
  const [spent] = await database()
    .update(payments)
    .set({ tokenGeneration: sql`${payments.tokenGeneration} + 1` })
    .where(and(isPayment(current), eq(payments.tokenGeneration, 0), eq(payments.status, "created")))
    .returning();
  if (!spent) return refused("tokenUsed");

  const submitted = hasValidCheckDigit(card.number)
    ? await submitCard(spent, account, card, NOBODY, now)
    : refused("cardNotAccepted");
  if (isRefused(submitted)) return reject(spent, card, now);
  inBackground("authorise", () => submitted.authorising);
  await Promise.race([submitted.authorising.catch(() => {}), after(ANSWER_WITHIN_MILLISECONDS)]);
  return outcomeOf(spent, accountTime(account, new Date()));
}

const NOBODY = { ip: null, userAgent: "", accept: "", deviceData: null, hasScript: false };

async function reject(payment: Payment, card: CardDetails, now: Date) {
  const kind = await identifyCard(card.number, (digits) => findLoadedBin(database(), digits));
  const declined = await database().transaction((transaction) =>
    movePayment(transaction, payment, "decline", now, cardColumns(card, kind, 0)),
  );
  // Otherwise it has ended in the meantime: cancelled or expired.
  return declined ? refused("rejected") : refused("tokenUsed");
}

/** How the payment stands once its bank has had its time; without an answer it ends, and a late one is voided. */
async function outcomeOf(
  payment: Payment,
  now: Date,
): Promise<Payment | Refused<"rejected" | "tokenUsed" | "providerFault">> {
  const after = await findPaymentById(payment.id);
  if (!after) throw new Error(`Payment ${payment.id} has gone`);
  if (after.status === "success" || after.status === "capturable") return after;
  if (after.code === "P0010") return refused("rejected");
  // Cancelled or expired while its bank was asked; what the bank holds is released.
  if (after.code === "P0040" || after.code === "P0020") return refused("tokenUsed");
  if (isFinished(after.status)) return refused("providerFault");
  const ended = await database().transaction((transaction) => movePayment(transaction, after, "fault", now));
  // Where it moved on at this very moment, what it moved to is the answer.
  return ended ? refused("providerFault") : outcomeOf(payment, now);
}

function cardFrom(input: SendCard): CardDetails {
  const [month = "", year = ""] = input.expiry_date.split("/");
  return {
    number: input.card_number,
    securityCode: input.cvc,
    expiryMonth: Number(month),
    expiryYear: 2000 + Number(year),
    cardholderName: input.cardholder_name,
    billingAddress: null,
    email: null,
  };
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
