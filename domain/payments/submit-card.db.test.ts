import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { database } from "@/db/client";
import { accounts, paymentDrafts, paymentInstruments, pspCredentials, sandboxPayments } from "@/db/schema";
import { testAccount } from "../accounts/test-account";
import { setUp, testAgreement } from "../agreements/test-agreement";
import { settleBackground } from "../background";
import type { Account, ServiceCaller } from "../caller";
import { newId } from "../new-id";
import { isRefused, refused } from "../refused";
import { seal } from "../sealed";
import { cancelByPayer } from "./cancel-by-payer";
import type { Payment } from "./payment";
import { saveDraft } from "./save-draft";
import { submitCard, type PayerFacts } from "./submit-card";
import {
  aged,
  answeredCard,
  effectsOn,
  moved,
  opened,
  operationsOn,
  paymentIn,
  readPayment,
  statusesOf,
  TEST_NUMBERS,
  TEST_PAYER,
  testCard,
  testPayment,
  unlessRefused,
  whileTheBankThinks,
} from "./test-payment";
import { voidDuePayments } from "./void-due-payments";

const PAYER: PayerFacts = TEST_PAYER;
const NOT_AWAITING = refused("notAwaitingCard");

let caller: ServiceCaller;
let account: Account;
beforeAll(async () => {
  ({ caller, account } = await testAccount());
});

const started = async () => opened(await testPayment(caller));
const submit = async (payment: Payment, number?: string, of = account) =>
  submitCard(payment, of, testCard(number), PAYER, new Date());

describe("a card", () => {
  test("that the bank authorises submits the payment, which keeps what may be shown of it", async () => {
    const payment = await answeredCard(await started(), caller);
    expect(payment).toMatchObject({
      status: "submitted",
      cardBrand: "visa",
      cardType: "credit",
      firstDigits: "444433",
      lastDigits: "1111",
      cardExpiry: "04/31",
      cardholderName: "Jean Pâyer",
      billingAddress: { line1: "1 High Street", city: "Borchester", postcode: "BO1 1AA", country: "GB" },
      payerEmail: "payer@example.org",
      surcharge: null,
      captureDueAt: null,
    });
    const [ledger] = await database()
      .select()
      .from(sandboxPayments)
      .where(eq(sandboxPayments.paymentId, payment.id));
    expect(ledger).toMatchObject({ state: "authorised", amount: 1200, providerId: payment.providerId });
    expect((await operationsOn(payment)).authorise).toMatchObject({
      state: "answered",
      leaseUntil: null,
      answer: { is: "authorised" },
    });
  });

  test.each([
    [TEST_NUMBERS.declined, "failed", "P0010"],
    ["4000000000000069", "failed", "P0010"],
    ["4000000000000127", "failed", "P0010"],
    [TEST_NUMBERS.faulty, "error", "P0050"],
    [TEST_NUMBERS.unknown, "error", "P0050"],
  ])("%s ends the payment as %s %s, and nothing is captured or voided", async (number, status, code) => {
    const payment = await answeredCard(await started(), caller, number);
    expect(payment).toMatchObject({ status, code, voidDueAt: null, captureDueAt: null, expiresAt: null });
    expect(payment.lastDigits).toBe(number.slice(-4));
    expect(await effectsOn(payment)).toEqual(["authorise"]);
  });

  test("costs what its kind is charged, and that is authorised with the amount", async () => {
    const of = await testAccount({
      surchargeCreditPence: 250,
      surchargeDebitPence: 100,
      surchargePrepaidDebitPence: 7,
    });
    const surcharges = [];
    for (const number of [
      TEST_NUMBERS.corporateCredit,
      "4988080000000000",
      "4131840000000003",
      "4444333322221111",
    ]) {
      const payment = await paymentIn(of.caller, "submitted", {}, number);
      const [ledger] = await database()
        .select()
        .from(sandboxPayments)
        .where(eq(sandboxPayments.paymentId, payment.id));
      expect(ledger?.amount).toBe(1200 + (payment.surcharge ?? 0));
      surcharges.push(payment.surcharge);
    }
    expect(surcharges).toEqual([250, 100, 7, null]);
  });
});

describe("an account's credentials at its provider", () => {
  test("are kept by what was taken with them, whatever the account has later", async () => {
    const of = await testAccount();
    const { serviceId, id: accountId } = of.account;
    const credentialsId = newId(new Date());
    await database()
      .insert(pspCredentials)
      .values({
        serviceId,
        id: credentialsId,
        accountId,
        createdAt: new Date(),
        createdBy: "tests",
        paymentProvider: "stripe",
        sealed: seal({ key: "first" }),
      });
    const having = async (id: string | null) => {
      await database().update(accounts).set({ credentialsId: id }).where(eq(accounts.id, accountId));
      return { ...of.caller, account: { ...of.account, credentialsId: id } };
    };
    const agreement = await testAgreement(of.caller);
    const payment = await setUp(await having(credentialsId), agreement);
    expect(payment).toMatchObject({ status: "success", credentialsId });
    const [card] = await database()
      .select()
      .from(paymentInstruments)
      .where(eq(paymentInstruments.id, payment.savedInstrumentId ?? ""));
    expect(card).toMatchObject({ credentialsId });

    const body = { authorisation_mode: "agreement", agreement_id: agreement.id } as const;
    const later = await testPayment(await having(credentialsId), body);
    await settleBackground();
    expect(await readPayment(later)).toMatchObject({ status: "success", credentialsId });
    const after = await answeredCard(await opened(await testPayment(of.caller)), await having(null));
    expect(after).toMatchObject({ status: "submitted", credentialsId: null });
    expect(await readPayment(payment)).toMatchObject({ credentialsId });
  });
});

describe("a card that the service does not take", () => {
  test.each<[string, string, Partial<Account>]>([
    ["cardNo.notAccepted.maestro", "6759649826438453", {}],
    ["cardNo.notAccepted.visa", "4444333322221111", { acceptedBrands: ["master-card"] }],
    ["cardNo.prepaidNotAccepted", "4000160000000004", { acceptsPrepaid: false }],
    ["cardNo.creditNotAccepted", "4444333322221111", { acceptsCredit: false }],
    ["cardNo.debitNotAccepted", "4000056655665556", { acceptsDebit: false }],
    ["cardNo.unknown", "9999999999999995", {}],
  ])("is refused with %s; nothing is asked and nothing kept", async (problem, number, settings) => {
    const of = await testAccount(settings);
    const payment = await opened(await testPayment(of.caller));
    expect(await submit(payment, number, of.account)).toEqual(refused("cardNotAccepted", { problem }));
    expect(await readPayment(payment)).toEqual(payment);
    expect(await operationsOn(payment)).toEqual({});
    await answeredCard(payment, {
      ...of.caller,
      account: { ...of.account, acceptedBrands: ["visa"], acceptsCredit: true },
    });
    expect(await statusesOf(payment)).toEqual(["created", "started", "submitted"]);
  });

  test("of unknown type is taken by a service that refuses credit, or debit", async () => {
    for (const settings of [{ acceptsCredit: false }, { acceptsDebit: false }]) {
      const of = await testAccount(settings);
      expect(await paymentIn(of.caller, "submitted", {}, "4000000000000010")).toMatchObject({
        cardType: null,
      });
    }
  });
});

describe("a second submit", () => {
  test("while the bank is being asked is refused, and one authorisation stands in the bank's books", async () => {
    const payment = await started();
    const first = await whileTheBankThinks(payment, async () => {
      const submitted = unlessRefused(await submit(payment));
      expect(await submit(payment)).toEqual(NOT_AWAITING);
      expect(await submit(payment, TEST_NUMBERS.corporateCredit)).toEqual(NOT_AWAITING);
      expect(await readPayment(payment)).toMatchObject({ status: "started", lastDigits: "1111" });
      return submitted;
    });
    await first.authorising;
    expect(await readPayment(payment)).toMatchObject({ status: "submitted", lastDigits: "1111" });
    expect(await effectsOn(payment)).toEqual(["authorise"]);
  });

  test("at the same moment as nineteen others authorises once", async () => {
    const payment = await started();
    const numbers = [TEST_NUMBERS.good, TEST_NUMBERS.corporateCredit, TEST_NUMBERS.declined];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => submit(payment, numbers[n % numbers.length])),
    );
    const taken = outcomes.filter((outcome) => !isRefused(outcome));
    expect(taken).toHaveLength(1);
    await Promise.all(taken.map(async (outcome) => unlessRefused(outcome).authorising));
    expect(await effectsOn(payment)).toEqual(["authorise"]);
    expect(await statusesOf(payment)).toHaveLength(3);
  });

  test.each(["created", "submitted", "capturable", "success", "failed", "cancelled", "error"] as const)(
    "or a first one, of a payment that is %s is refused",
    async (status) => {
      const payment = await paymentIn(caller, status);
      expect(await submit({ ...payment, status: "started" })).toEqual(NOT_AWAITING);
      expect(await readPayment(payment)).toEqual(payment);
    },
  );

  test("or a first one, of an overdue payment is refused", async () => {
    const payment = await aged(await started(), 90 * 60_000);
    expect(await submit(payment)).toEqual(NOT_AWAITING);
    expect(await operationsOn(payment)).toEqual({});
  });
});

describe("a payment that ends while its bank is being asked", () => {
  test.each(["cancelByPayer", "cancelByService", "expire"] as const)(
    "by %s stays ended, and what the bank then holds is released",
    async (trigger) => {
      const payment = await started();
      const { authorising, ended } = await whileTheBankThinks(payment, async () => ({
        ...unlessRefused(await submit(payment)),
        ended: await moved(payment, trigger),
      }));
      await authorising;
      const after = await readPayment(payment);
      expect(after).toMatchObject({ status: ended.status, code: ended.code });
      expect(after.voidDueAt).not.toBeNull();
      expect(await voidDuePayments(new Date(), payment)).toBe(1);
      expect(await readPayment(payment)).toMatchObject({ voidDueAt: null, status: ended.status });
      expect(await effectsOn(payment)).toEqual(["authorise", "void"]);
    },
  );

  test("has nothing to release when the bank declines", async () => {
    const payment = await started();
    const { authorising } = await whileTheBankThinks(payment, async () => {
      const submitted = unlessRefused(await submit(payment, TEST_NUMBERS.declined));
      unlessRefused(await cancelByPayer(payment, new Date()));
      return submitted;
    });
    await authorising;
    await settleBackground();
    expect(await readPayment(payment)).toMatchObject({ code: "P0030", voidDueAt: null, voidedAt: null });
    expect(await effectsOn(payment)).toEqual(["authorise"]);
  });
});

describe("a draft", () => {
  const problems = [{ field: "cvc", code: "cvc.missing" }];

  test("is what the payer typed last, and gone once a card is accepted", async () => {
    const payment = await started();
    const drafts = async () =>
      database().select().from(paymentDrafts).where(eq(paymentDrafts.paymentId, payment.id));
    await saveDraft(payment, { cardholderName: "J" }, [], new Date());
    await saveDraft(payment, { cardholderName: "Jean" }, problems, new Date());
    expect(await drafts()).toMatchObject([{ answers: { cardholderName: "Jean" }, problems }]);
    expect(await submit(payment, "6759649826438453")).toHaveProperty("refused");
    expect(await drafts()).toHaveLength(1);
    await answeredCard(payment, caller);
    expect(await drafts()).toEqual([]);
  });

  test("is kept once per payment, whoever saves it at the same time", async () => {
    const [payment, other] = [await started(), await started()];
    await Promise.all(
      [payment, other, payment, payment].map(async (p) =>
        saveDraft(p, { email: "a@b.example" }, problems, new Date()),
      ),
    );
    expect(await database().$count(paymentDrafts, eq(paymentDrafts.paymentId, payment.id))).toBe(1);
    expect(await readPayment(payment)).toEqual(payment);
  });
});
