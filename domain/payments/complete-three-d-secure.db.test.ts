import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database } from "@/db/client";
import { paymentInstruments, pspOperations } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import type { AuthoriseOutcome } from "@/psp/port";
import { answerChallenge } from "@/psp/sandbox/bank";
import { testAccount } from "../accounts/test-account";
import { deleteDueCards } from "../agreements/delete-due-cards";
import { testAgreement } from "../agreements/test-agreement";
import { settleBackground } from "../background";
import type { ServiceCaller } from "../caller";
import { leaseFrom, operationOf } from "../operations/operation";
import { resolveOperations } from "../operations/resolve-operations";
import { isRefused, refused } from "../refused";
import { cancelByPayer } from "./cancel-by-payer";
import { completeThreeDSecure } from "./complete-three-d-secure";
import { expireDuePayments } from "./expire-payment";
import type { Payment } from "./payment";
import { recordAuthorisation } from "./record-authorisation";
import {
  aged,
  answeredCard,
  effectsOn,
  moved,
  opened,
  operationsOn,
  readPayment,
  statusesOf,
  TEST_NUMBERS,
  testPayment,
  unlessRefused,
  write,
} from "./test-payment";
import { voidDuePayments } from "./void-due-payments";

const MINUTE = 60_000;
const NOT_CHALLENGED = refused("notChallenged");

let caller: ServiceCaller;
let drop: () => Promise<void>;
beforeAll(async () => {
  // The clock asks about every open operation there is: here it is to find this suite's alone.
  drop = await ownTestDatabase();
  ({ caller } = await testAccount({ recurringEnabled: true }));
});
afterAll(async () => drop());

/** A payment whose bank wants proof. */
async function challenged(
  number: string = TEST_NUMBERS.challenge,
  body: Parameters<typeof testPayment>[1] = {},
): Promise<Payment> {
  return answeredCard(await opened(await testPayment(caller, body)), caller, number);
}

/** The payer comes back, and the bank has been asked. */
async function back(payment: Payment): Promise<Payment> {
  const outcome = await completeThreeDSecure(payment, new Date());
  if (!isRefused(outcome)) await outcome.completing;
  return readPayment(payment);
}

const answer = async ({ id }: Payment, how: "pass" | "fail" = "pass") => answerChallenge(database(), id, how);

describe("a card whose bank wants proof", () => {
  test("leaves the payment started, with the way to the bank, and no money held", async () => {
    const payment = await challenged();
    expect(payment).toMatchObject({
      status: "started",
      threeDsRequired: true,
      challenge: {
        challenge: { via: "redirect", url: `http://localhost:3000/sandbox/bank/${payment.id}` },
        session: {},
      },
    });
    expect(payment.providerId).not.toBeNull();
    expect((await operationsOn(payment)).authorise).toMatchObject({
      state: "answered",
      answer: { is: "challenge" },
    });
    expect(await statusesOf(payment)).toEqual(["created", "started"]);
  });

  test.each([
    [TEST_NUMBERS.challenge, "pass", "submitted", null],
    [TEST_NUMBERS.challenge, "fail", "failed", "P0010"],
    [TEST_NUMBERS.challengeThenDeclined, "pass", "failed", "P0010"],
    [TEST_NUMBERS.impassable, "pass", "failed", "P0010"],
  ] as const)("%s, %s: the payment is %s", async (number, how, status, code) => {
    const payment = await challenged(number);
    await answer(payment, how);
    expect(await back(payment)).toMatchObject({
      status,
      code,
      challenge: null,
      threeDsRequired: true,
      voidDueAt: null,
    });
    expect(await effectsOn(payment)).toEqual(["authorise", "complete3ds"]);
  });

  test("is not asked for proof of a telephone order", async () => {
    const { caller: phone } = await testAccount({ motoEnabled: true });
    const payment = await opened(await testPayment(phone, { moto: true }));
    expect(await answeredCard(payment, phone, TEST_NUMBERS.challenge)).toMatchObject({
      status: "submitted",
      threeDsRequired: null,
    });
  });

  test("may be satisfied without, and then it was not required", async () => {
    expect(await challenged(TEST_NUMBERS.frictionless)).toMatchObject({
      status: "submitted",
      threeDsRequired: false,
    });
  });
});

describe("a payer who comes back", () => {
  test("without having answered finds the challenge as it was, as often as they like", async () => {
    const payment = await challenged();
    for (const _ of [1, 2, 3]) expect(await back(payment)).toEqual(payment);
    expect((await operationsOn(payment)).complete3ds).toMatchObject({ state: "answered", tries: 1 });
    await answer(payment);
    expect((await back(payment)).status).toBe("submitted");
    expect(await effectsOn(payment)).toEqual(["authorise", "complete3ds"]);
  });

  test("ten times at once is asked about once", async () => {
    const payment = await challenged();
    await answer(payment);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, async () => completeThreeDSecure(payment, new Date())),
    );
    const asking = outcomes.filter((outcome) => !isRefused(outcome));
    expect(asking).toHaveLength(1);
    await unlessRefused(asking[0]!).completing;
    expect(await statusesOf(payment)).toEqual(["created", "started", "submitted"]);
    expect(await effectsOn(payment)).toEqual(["authorise", "complete3ds"]);
  });

  test("again after the decision changes nothing", async () => {
    const payment = await challenged();
    await answer(payment);
    const decided = await back(payment);
    expect(await completeThreeDSecure(decided, new Date())).toEqual(NOT_CHALLENGED);
    expect(await readPayment(payment)).toEqual(decided);
  });

  test("after their time has run out finds the payment expired, and the bank is told to let go", async () => {
    const payment = await aged(await challenged(), 90 * MINUTE);
    await answer(payment);
    expect(await completeThreeDSecure(payment, new Date())).toEqual(NOT_CHALLENGED);
    expect(await readPayment(payment)).toMatchObject({ code: "P0020", challenge: null });
    await settleBackground();
    expect(await effectsOn(payment)).toEqual(["authorise", "void"]);
  });

  test("where no challenge was made is not asked about", async () => {
    const payment = await opened(await testPayment(caller));
    expect(await completeThreeDSecure(payment, new Date())).toEqual(NOT_CHALLENGED);
    expect(await operationsOn(payment)).toEqual({});
  });
});

describe("a bank", () => {
  const second: AuthoriseOutcome = {
    is: "challenge",
    providerId: "of the second",
    challenge: { via: "post", url: "https://bank.example/second", fields: { creq: "1" } },
  };

  test("that asks for proof a second time has declined, and what it holds is released", async () => {
    const payment = await challenged();
    const operation = operationOf(payment, "complete3ds");
    await database()
      .insert(pspOperations)
      .values({ ...operation, state: "asked", askedAt: new Date(), leaseUntil: leaseFrom(new Date()) });
    await recordAuthorisation(operation, { ...second, providerId: payment.providerId ?? "" }, new Date());
    expect(await readPayment(payment)).toMatchObject({ status: "failed", code: "P0010", challenge: null });
    expect(await voidDuePayments(new Date(), payment)).toBe(1);
    expect(await effectsOn(payment)).toEqual(["authorise", "void"]);
  });

  test("that asks for proof where no payer is makes it a fault, and what it holds is released", async () => {
    const { caller: phone } = await testAccount({ motoEnabled: true });
    const payment = await opened(await testPayment(phone, { moto: true }));
    const operation = operationOf(payment, "authorise");
    await database()
      .insert(pspOperations)
      .values({ ...operation, state: "asked", askedAt: new Date(), leaseUntil: leaseFrom(new Date()) });
    await recordAuthorisation(operation, second, new Date());
    const after = await readPayment(payment);
    expect(after).toMatchObject({ status: "error", code: "P0050", providerId: "of the second" });
    expect(after.voidDueAt).not.toBeNull();
  });
});

describe("a payment that ends while its payer is at the bank", () => {
  test.each(["cancelByPayer", "cancelByService", "expire"] as const)(
    "by %s has nothing left at the bank, whatever the payer answers there",
    async (trigger) => {
      const payment = await challenged();
      const ended = await moved(payment, trigger);
      expect(ended).toMatchObject({ challenge: null });
      expect(ended.voidDueAt).not.toBeNull();
      await answer(payment);
      expect(await back(payment)).toEqual(ended);
      await voidDuePayments(new Date(), payment);
      expect(await effectsOn(payment)).toEqual(["authorise", "void"]);
      expect(await answer(payment)).toBe(false);
    },
  );

  test("by the clock is released too", async () => {
    const payment = await aged(await challenged(), 90 * MINUTE);
    await expireDuePayments(new Date());
    await voidDuePayments(new Date(), payment);
    expect(await effectsOn(payment)).toEqual(["authorise", "void"]);
  });

  test("as the bank is being asked is released when the answer comes", async () => {
    const payment = await challenged();
    await answer(payment);
    const { completing } = unlessRefused(await completeThreeDSecure(payment, new Date()));
    unlessRefused(await cancelByPayer(await readPayment(payment), new Date()));
    await completing;
    await settleBackground();
    await voidDuePayments(new Date(Date.now() + 2 * MINUTE), payment);
    expect(await readPayment(payment)).toMatchObject({ code: "P0030", voidDueAt: null });
    expect(await effectsOn(payment)).toContain("void");
  });
});

describe("a late answer", () => {
  const late = (payment: Payment, changes = {}): AuthoriseOutcome => ({
    is: "authorised",
    providerId: payment.providerId ?? "late",
    ...changes,
  });
  const CARD = {
    firstDigits: "400000",
    lastDigits: "3155",
    cardExpiry: "04/31",
    cardholderName: "Jean Payer",
  };

  test("for an ended payment is released although the bank's id was known before", async () => {
    const payment = await write(await moved(await challenged(), "cancelByPayer"), { voidDueAt: null });
    await recordAuthorisation(operationOf(payment, "authorise"), late(payment), new Date());
    expect((await readPayment(payment)).voidDueAt).not.toBeNull();
  });

  test("that is told again after the release asks for nothing more", async () => {
    const payment = await moved(await challenged(), "cancelByPayer");
    await voidDuePayments(new Date(), payment);
    const released = await readPayment(payment);
    await recordAuthorisation(operationOf(payment, "authorise"), late(payment), new Date());
    expect(await readPayment(payment)).toEqual(released);
  });

  test("about a payment that went well changes nothing", async () => {
    const payment = await challenged();
    await answer(payment);
    const submitted = await back(payment);
    await recordAuthorisation(operationOf(payment, "complete3ds"), late(submitted), new Date());
    expect(await readPayment(payment)).toEqual(submitted);
  });

  test("that saved a card has it deleted at the bank", async () => {
    const agreement = await testAgreement(caller);
    const started = await write(
      await opened(await testPayment(caller, { set_up_agreement: agreement.id })),
      CARD,
    );
    const operation = operationOf(started, "authorise");
    await database()
      .insert(pspOperations)
      .values({ ...operation, state: "asked", askedAt: new Date(), leaseUntil: leaseFrom(new Date()) });
    await moved(started, "cancelByPayer");
    const outcome = late(started, { savedCard: { token: "tok" } });
    for (const _ of ["told", "told again"]) await recordAuthorisation(operation, outcome, new Date());
    const { savedInstrumentId } = await readPayment(started);
    const card = async () =>
      (
        await database()
          .select()
          .from(paymentInstruments)
          .where(eq(paymentInstruments.id, savedInstrumentId ?? ""))
      )[0];
    expect((await card())?.deletionDueAt).not.toBeNull();
    await deleteDueCards(new Date());
    expect(await card()).toMatchObject({ savedCard: null, deletionDueAt: null });
  });
});

describe("an exemption that was asked for", () => {
  test.each([
    ["corporate", { requested: true, type: "corporate", outcome: { result: "honoured" } }],
    ["optimised", { requested: true, outcome: { result: "honoured" } }],
  ] as const)("is remembered with what became of it: %s", async (type, exemption) => {
    const payment = await opened(await testPayment(caller));
    const operation = operationOf(payment, "authorise");
    await database()
      .insert(pspOperations)
      .values({ ...operation, state: "asked", askedAt: new Date(), leaseUntil: leaseFrom(new Date()) });
    await recordAuthorisation(
      operation,
      { is: "authorised", providerId: "p", exemption: { type, result: "honoured" } },
      new Date(),
    );
    expect(await readPayment(payment)).toMatchObject({ status: "submitted", exemption });
  });
});

describe("a process that dies", () => {
  /** As a process leaves it that died once it had written down that it would ask. */
  async function abandoned(payment: Payment, kind: "authorise" | "complete3ds"): Promise<Payment> {
    const askedAt = new Date(Date.now() - MINUTE);
    const asked = { state: "asked" as const, askedAt, leaseUntil: leaseFrom(askedAt), answeredAt: null };
    await database()
      .insert(pspOperations)
      .values({ ...operationOf(payment, kind), ...asked })
      .onConflictDoUpdate({ target: [pspOperations.serviceId, pspOperations.key], set: asked });
    return payment;
  }

  test.each(["pass", "fail"] as const)(
    "before it asked how it went is made good: the bank is asked, %s",
    async (how) => {
      const payment = await abandoned(await challenged(), "complete3ds");
      await answer(payment, how);
      expect(await completeThreeDSecure(payment, new Date())).toEqual(NOT_CHALLENGED);
      await resolveOperations(new Date());
      expect((await readPayment(payment)).status).toBe(how === "pass" ? "submitted" : "failed");
      expect(await effectsOn(payment)).toEqual(["authorise", "complete3ds"]);
    },
  );

  test("after the bank had decided takes the decision over", async () => {
    const payment = await challenged();
    await answer(payment);
    await back(payment);
    // The decision, without its record.
    await write(payment, { status: "started", challenge: payment.challenge, expiresAt: payment.expiresAt });
    await abandoned(payment, "complete3ds");
    await resolveOperations(new Date());
    expect((await readPayment(payment)).status).toBe("submitted");
    expect(await effectsOn(payment)).toEqual(["authorise", "complete3ds"]);
  });

  test("while the payer had not answered leaves the challenge standing", async () => {
    const payment = await abandoned(await challenged(), "complete3ds");
    await resolveOperations(new Date());
    expect(await readPayment(payment)).toEqual(payment);
    await answer(payment);
    expect((await back(payment)).status).toBe("submitted");
  });

  test("with the way to the bank's page in its hands finds it again", async () => {
    const { challenge, ...payment } = await challenged();
    await write(payment, { challenge: null, providerId: null, threeDsRequired: null });
    await abandoned({ ...payment, challenge }, "authorise");
    await resolveOperations(new Date());
    // What the card was counted by went with the process, as its number did.
    const { counters: _, ...found } = challenge ?? {};
    expect(await readPayment(payment)).toEqual({ ...payment, challenge: found });
    await answer({ ...payment, challenge });
    expect((await back({ ...payment, challenge })).status).toBe("submitted");
  });

  test("over a payment that then ended leaves nothing at the bank", async () => {
    const payment = await abandoned(await challenged(), "complete3ds");
    await answer(payment);
    await moved(payment, "cancelByService");
    await resolveOperations(new Date());
    await voidDuePayments(new Date(Date.now() + MINUTE), payment);
    expect(await effectsOn(payment)).toEqual(["authorise", "void"]);
    expect((await operationsOn(payment)).complete3ds).toMatchObject({ state: "answered" });
  });
});
