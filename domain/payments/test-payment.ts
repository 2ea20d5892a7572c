import { eq, TransactionRollbackError } from "drizzle-orm";
import type { CardDetails } from "@/contract/card-form";
import type { CreatePayment } from "@/contract/payment";
import type { PaymentStatus, PaymentTrigger } from "@/contract/states";
import { database } from "@/db/client";
import { paymentEvents, payments, pspOperations, sandboxOperations, sandboxPayments } from "@/db/schema";
import type { PspContext } from "@/psp/port";
import { settleBackground } from "../background";
import type { ServiceCaller } from "../caller";
import type { PspOperation } from "../operations/operation";
import { isRefused } from "../refused";
import { cancelByPayer } from "./cancel-by-payer";
import { confirmPayment } from "./confirm-payment";
import { createPayment } from "./create-payment";
import { movePayment } from "./move-payment";
import { paymentToken } from "./payment-token";
import { isPayment, type Payment, type PaymentKey } from "./payment";
import { startPayment } from "./start-payment";
import { submitCard } from "./submit-card";

export const TEST_NUMBERS = {
  good: "4444333322221111",
  declined: "4000000000000002",
  faulty: "4000000000000119",
  unknown: "4929420573595709",
  corporateCredit: "4111111111111111",
  challenge: "4000002500003155",
  challengeThenDeclined: "4000002760003184",
  impassable: "4000008400001629",
  frictionless: "4000000000003055",
} as const;

export const TEST_PAYER = {
  ip: "192.0.2.1",
  userAgent: "test",
  accept: "*/*",
  deviceData: null,
  hasScript: false,
};

/** For tests: a card as the card form reads it. */
export function testCard(
  number: string = TEST_NUMBERS.good,
  changes: Partial<CardDetails> = {},
): CardDetails {
  return {
    number,
    expiryMonth: 4,
    expiryYear: 2031,
    securityCode: "737",
    cardholderName: "Jean Pâyer",
    billingAddress: {
      line1: "1 High Street",
      line2: null,
      city: "Borchester",
      postcode: "BO1 1AA",
      country: "GB",
    },
    email: "payer@example.org",
    ...changes,
  };
}

/** For tests: a payment just created. */
export async function testPayment(
  caller: ServiceCaller,
  body: Partial<CreatePayment> = {},
  now = new Date(),
): Promise<Payment> {
  const web = (body.authorisation_mode ?? "web") === "web";
  const outcome = await createPayment(
    caller,
    {
      amount: 1200,
      reference: "REF-1",
      description: "A test fee",
      ...(web && { return_url: "https://service.example/return" }),
      ...body,
    },
    undefined,
    now,
  );
  if (isRefused(outcome)) throw new Error(`Not created: ${outcome.refused}`);
  return outcome.payment;
}

/** For tests: a payment that has come to a status the way payers and banks bring it there. */
export async function paymentIn(
  caller: ServiceCaller,
  status: PaymentStatus,
  body: Partial<CreatePayment> = {},
  number?: string,
): Promise<Payment> {
  const wanted = status === "capturable" ? { delayed_capture: true, ...body } : body;
  const created = await testPayment(caller, wanted);
  if (status === "created") return created;
  if (status === "cancelled") return moved(created, "cancelByService");
  const started = await opened(created);
  if (status === "started") return started;
  if (status === "failed") return unlessRefused(await cancelByPayer(started, new Date()));
  const card = number ?? (status === "error" ? TEST_NUMBERS.unknown : TEST_NUMBERS.good);
  const answered = await answeredCard(started, caller, card);
  if (status === "submitted" || status === "error") return answered;
  unlessRefused(await confirmPayment(answered, new Date()));
  await settleBackground();
  return readPayment(answered);
}

/** For tests: the payer opens next_url. */
export async function opened(payment: Payment, now = new Date()): Promise<Payment> {
  return unlessRefused(await startPayment(paymentToken("next url", payment), now));
}

/** For tests: the payer's card is put to the bank, and the bank has answered. */
export async function answeredCard(
  payment: Payment,
  { account }: ServiceCaller,
  number?: string,
): Promise<Payment> {
  const { authorising } = unlessRefused(
    await submitCard(payment, account, testCard(number), TEST_PAYER, new Date()),
  );
  await authorising;
  return readPayment(payment);
}

/** For tests: while `act` runs, the sandbox holds back its answer about a payment that it does not know yet. */
export async function whileTheBankThinks<T>({ id, accountId }: Payment, act: () => Promise<T>): Promise<T> {
  const done: { result?: T } = {};
  const holding = database().transaction(async (transaction) => {
    // The sandbox's own entry waits for this one, which is then taken back.
    await transaction.insert(sandboxPayments).values({
      paymentId: id,
      accountId,
      providerId: `held back ${id}`,
      createdAt: new Date(),
      state: "authorised",
      amount: 1,
      lastFour: "0000",
      behaviour: "success",
    });
    done.result = await act();
    transaction.rollback();
  });
  await holding.catch((error: unknown) => {
    if (!(error instanceof TransactionRollbackError)) throw error;
  });
  return done.result as T;
}

/** For tests: one step by the table of states. */
export async function moved(payment: Payment, trigger: PaymentTrigger, now = new Date()): Promise<Payment> {
  const after = await database().transaction((transaction) =>
    movePayment(transaction, payment, trigger, now),
  );
  if (!after) throw new Error(`${trigger} is not lawful from ${payment.status}`);
  return after;
}

/** For tests: what is stored of a payment now. */
export async function readPayment(key: PaymentKey): Promise<Payment> {
  const [payment] = await database().select().from(payments).where(isPayment(key));
  if (!payment) throw new Error("No such payment");
  return payment;
}

/** For tests: writes a date or another fact into a payment, to move time. */
export async function write(
  key: PaymentKey,
  values: Partial<typeof payments.$inferInsert>,
): Promise<Payment> {
  await database().update(payments).set(values).where(isPayment(key));
  return readPayment(key);
}

/** For tests: moves a payment's creation and what follows from it back in time. */
export async function aged(payment: Payment, milliseconds: number): Promise<Payment> {
  const earlier = (date: Date) => new Date(date.getTime() - milliseconds);
  return write(payment, {
    createdAt: earlier(payment.createdAt),
    expiresAt: payment.expiresAt && earlier(payment.expiresAt),
  });
}

/** For tests: the public states a payment went through, oldest first. */
export async function statusesOf({ id }: { id: string }): Promise<string[]> {
  const events = await database()
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, id))
    .orderBy(paymentEvents.id);
  return events.map(({ status }) => status);
}

/** For tests: what the sandbox has done for a payment. */
export async function effectsOn({ id }: { id: string }): Promise<string[]> {
  const rows = await database().select().from(sandboxOperations).where(eq(sandboxOperations.paymentId, id));
  return rows.map(({ kind }) => kind).sort();
}

/** For tests: what was asked of the PSP for a payment, by kind. */
export async function operationsOn({
  id,
}: {
  id: string;
}): Promise<Record<string, typeof pspOperations.$inferSelect>> {
  const rows = await database().select().from(pspOperations).where(eq(pspOperations.paymentId, id));
  return Object.fromEntries(rows.map((row) => [row.kind, row]));
}

export function unlessRefused<T>(outcome: T): Exclude<T, { refused: string }> {
  if (isRefused(outcome)) throw new Error(`Refused: ${(outcome as { refused: string }).refused}`);
  return outcome as Exclude<T, { refused: string }>;
}

/** For tests: what the sandbox is told beside a command. */
export function sandboxContext({ accountId, key }: PspOperation, now: Date): PspContext {
  return { accountId, credentials: {}, live: false, operationKey: key, now };
}
