import { and, eq } from "drizzle-orm";
import type { CreatePayment } from "@/contract/payment";
import { capabilitiesOf } from "@/psp/capabilities";
import { database, type Executor } from "@/db/client";
import { agreements, type StoredPrefill } from "@/db/schema";
import type { Account, AccountCaller } from "../caller";
import { inBackground } from "../background";
import { newId } from "../new-id";
import { refused } from "../refused";
import { findPayment } from "./find-payment";
import { findEarlierUse, type IdempotentRequest } from "./idempotency";
import { expiryIn } from "./move-payment";
import type { Payment } from "./payment";
import { storePayment, type NewPayment } from "./store-payment";
import { takeDuePayments } from "./take-due-payments";

/** A new payment, or the one that an earlier request with the same Idempotency-Key made. */
interface Created {
  readonly payment: Payment;
  readonly replayed: boolean;
}

/**
 * Creates a payment (section 4.1; rows 18 to 24 of the contract's 3.1, in their order).
 *
 * The payment, its first event and the Idempotency-Key are stored together or not at all.
 *
 * @param executor a transaction that stores something else beside them.
 */
export async function createPayment(
  caller: AccountCaller,
  input: CreatePayment,
  idempotent: IdempotentRequest | undefined,
  now: Date,
  executor?: Executor,
) {
  const { account } = caller;
  const earlier = idempotent && (await replay(caller, idempotent, now));
  if (earlier) return earlier;

  const forbidden =
    accountForbids(account, input) ?? attributesForbid(input) ?? amountForbids(account, input);
  if (forbidden) return forbidden;

  const unusable = await agreementForbids(account, input);
  if (unusable) return unusable;
  const payment = await storePayment(newPayment(account, input, now), idempotent, now, executor);
  if (payment?.takeDueAt) inBackground("take saved card", () => takeDuePayments(now, payment));
  if (payment) return { payment, replayed: false } satisfies Created;
  // Another request with this key was first, while we were at it.
  const winner = idempotent && (await replay(caller, idempotent, now));
  if (!winner) throw new Error("The payment was not stored");
  return winner;
}

async function replay(caller: AccountCaller, request: IdempotentRequest, now: Date) {
  const earlier = await findEarlierUse(caller.account, request, now);
  if (!earlier) return undefined;
  if (!earlier.sameBody) return refused("idempotencyKeyUsed");
  const payment = await findPayment(caller, earlier.paymentId, now);
  if (!payment) throw new Error(`Payment ${earlier.paymentId} of an Idempotency-Key has gone`);
  return { payment, replayed: true } satisfies Created;
}

function accountForbids(account: Account, input: CreatePayment) {
  if (account.live && input.return_url && !/^https:/iu.test(input.return_url))
    return refused("returnUrlNotHttps");
  if (!account.providerReady) return refused("providerNotReady");
  if (account.creationTurnedOff) return refused("creationTurnedOff");
  if (input.authorisation_mode === "moto_api" && !account.motoApiEnabled) return refused("motoApiNotEnabled");
  if (input.moto && !account.motoEnabled) return refused("motoNotEnabled");
  const recurring = input.authorisation_mode === "agreement" || input.set_up_agreement !== undefined;
  if (recurring && !account.recurringEnabled) return refused("recurringNotEnabled");
  if (recurring && account.recurringTurnedOff) return refused("recurringTurnedOff");
  return undefined;
}

function attributesForbid(input: CreatePayment) {
  const mode = input.authorisation_mode ?? "web";
  if (mode !== "web" && input.set_up_agreement !== undefined) return refused("setUpAgreementUnexpected");
  if (mode !== "agreement") return undefined;
  if (input.moto) return refused("motoUnexpected");
  if (input.email) return refused("emailUnexpected");
  if (input.prefilled_cardholder_details) return refused("prefillUnexpected");
  if (input.delayed_capture) return refused("delayedCaptureUnexpected");
  return undefined;
}

function amountForbids(account: Account, { amount }: CreatePayment) {
  const { minimumPence, maximumPence } = capabilitiesOf(account.paymentProvider);
  if (amount < minimumPence) return refused("amountTooSmall", { limit: minimumPence });
  if (amount > maximumPence) return refused("amountTooLarge", { limit: maximumPence });
  return undefined;
}

async function agreementForbids(account: Account, input: CreatePayment) {
  const id = input.agreement_id ?? input.set_up_agreement;
  if (id === undefined) return undefined;
  const [agreement] = await database()
    .select({ status: agreements.status })
    .from(agreements)
    .where(
      and(
        eq(agreements.serviceId, account.serviceId),
        eq(agreements.id, id),
        eq(agreements.accountId, account.id),
      ),
    );
  if (!agreement)
    return refused(input.agreement_id === undefined ? "setUpAgreementUnknown" : "agreementUnknown");
  if (input.agreement_id !== undefined && agreement.status !== "active") return refused("agreementNotActive");
  return undefined;
}

function newPayment(account: Account, input: CreatePayment, now: Date): NewPayment {
  const mode = input.authorisation_mode ?? "web";
  const recurring = mode === "agreement" || input.set_up_agreement !== undefined;
  const hasMetadata = input.metadata && Object.keys(input.metadata).length > 0;
  return {
    serviceId: account.serviceId,
    accountId: account.id,
    id: newId(now),
    createdAt: now,
    status: "created",
    expiresAt: expiryIn("created", { createdAt: now }),
    amount: input.amount,
    reference: input.reference,
    description: input.description,
    language: input.language ?? "en",
    authorisationMode: mode,
    returnUrl: mode === "web" ? (input.return_url ?? null) : null,
    delayedCapture: input.delayed_capture ?? false,
    moto: mode === "moto_api" || (input.moto ?? false),
    email: input.email || null,
    metadata: hasMetadata ? (input.metadata ?? null) : null,
    prefill: prefillOf(input),
    agreementId: input.agreement_id ?? null,
    setUpAgreementId: input.set_up_agreement ?? null,
    agreementPaymentType: recurring ? (input.agreement_payment_type ?? "recurring") : null,
    paymentProvider: account.paymentProvider,
    takeDueAt: mode === "agreement" ? now : null,
  };
}

function prefillOf({ prefilled_cardholder_details: given }: CreatePayment): StoredPrefill | null {
  if (!given) return null;
  const { line1, line2, city, postcode, country } = given.billing_address ?? {};
  const known = { cardholderName: given.cardholder_name, line1, line2, city, postcode };
  const prefill: StoredPrefill = {};
  for (const [field, value] of Object.entries(known))
    if (value) prefill[field as keyof StoredPrefill] = value;
  if (typeof country === "string" && /^[A-Z]{2}$/u.test(country)) prefill.country = country;
  return prefill;
}
