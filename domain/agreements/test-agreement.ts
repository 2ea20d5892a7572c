import { eq } from "drizzle-orm";
import type { CreateAgreement } from "@/contract/agreement";
import { database } from "@/db/client";
import { agreements, paymentEvents, paymentInstruments, payments, sandboxPayments } from "@/db/schema";
import { settleBackground } from "../background";
import type { ServiceCaller } from "../caller";
import { newId } from "../new-id";
import { confirmPayment } from "../payments/confirm-payment";
import { expiryIn } from "../payments/move-payment";
import type { Payment } from "../payments/payment";
import { answeredCard, opened, readPayment, testPayment, unlessRefused } from "../payments/test-payment";
import type { Agreement, PaymentInstrument } from "./agreement";
import { createAgreement } from "./create-agreement";

/** For tests: cards by what their bank says to a later payment without the payer. */
export const SAVED_CARDS = {
  good: "4444333322221111",
  refusedForGood: "5105105105105100",
  refusedForNow: "4000000000000341",
} as const;

/** For tests: an agreement just created. */
export async function testAgreement(
  caller: ServiceCaller,
  body: Partial<CreateAgreement> = {},
  now = new Date(),
): Promise<Agreement> {
  const made = await createAgreement(
    caller,
    { reference: "AGR-1", description: "Allotment rent", ...body },
    now,
  );
  return unlessRefused(made).agreement;
}

/** For tests: a payer pays on the web and saves the card for the agreement. */
export async function setUp(caller: ServiceCaller, agreement: Agreement, number?: string): Promise<Payment> {
  const payment = await opened(await testPayment(caller, { set_up_agreement: agreement.id }));
  const answered = await answeredCard(payment, caller, number);
  unlessRefused(await confirmPayment(answered, new Date()));
  await settleBackground();
  return readPayment(answered);
}

/** For tests: an agreement whose payer has saved a card. */
export async function activeAgreement(caller: ServiceCaller, number?: string): Promise<Agreement> {
  const agreement = await testAgreement(caller);
  await setUp(caller, agreement, number);
  return readAgreement(agreement);
}

/** For tests: a payment by an agreement, as a process left it that died right after it had stored it. */
export async function untakenPayment(
  caller: ServiceCaller,
  agreement: Agreement,
  createdAt = new Date(),
): Promise<Payment> {
  const { serviceId, id: accountId, paymentProvider } = caller.account;
  const key = { serviceId, id: newId(createdAt) };
  await database()
    .insert(payments)
    .values({
      ...key,
      accountId,
      createdAt,
      status: "created",
      expiresAt: expiryIn("created", { createdAt }),
      amount: 1200,
      reference: "REF-1",
      description: "A test fee",
      language: "en",
      authorisationMode: "agreement",
      delayedCapture: false,
      moto: false,
      agreementId: agreement.id,
      agreementPaymentType: "recurring",
      paymentProvider,
      takeDueAt: createdAt,
    });
  await database()
    .insert(paymentEvents)
    .values({ serviceId, paymentId: key.id, status: "created", happenedAt: createdAt });
  return readPayment(key);
}

/** For tests: what is stored of an agreement now. */
export async function readAgreement({ id }: { id: string }): Promise<Agreement> {
  const [agreement] = await database().select().from(agreements).where(eq(agreements.id, id));
  if (!agreement) throw new Error("No such agreement");
  return agreement;
}

/** For tests: the payment whose card the agreement was given first. */
export async function paymentThatSetUp({ id }: { id: string }): Promise<Payment> {
  const [payment] = await database()
    .select()
    .from(payments)
    .where(eq(payments.setUpAgreementId, id))
    .orderBy(payments.createdAt);
  if (!payment) throw new Error("Nothing has set up the agreement");
  return payment;
}

/** For tests: every card that was ever saved for payments of this account, oldest first. */
export async function savedCards({ account }: ServiceCaller): Promise<PaymentInstrument[]> {
  return database()
    .select()
    .from(paymentInstruments)
    .where(eq(paymentInstruments.accountId, account.id))
    .orderBy(paymentInstruments.id);
}

/** For tests: last digits of the cards that the sandbox would charge again for this account. */
export async function cardsAtTheBank({ account }: ServiceCaller): Promise<string[]> {
  const books = await database()
    .select()
    .from(sandboxPayments)
    .where(eq(sandboxPayments.accountId, account.id))
    .orderBy(sandboxPayments.paymentId);
  return books
    .filter(
      ({ savedCardToken, savedCardDeletedAt }) => savedCardToken !== null && savedCardDeletedAt === null,
    )
    .filter(({ state }) => state === "authorised" || state === "captured")
    .map(({ lastFour }) => lastFour);
}
