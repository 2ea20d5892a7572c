import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database } from "@/db/client";
import { pspOperations, sandboxPayments } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import { psp } from "@/psp/index";
import { Secret, type AuthoriseOutcome } from "@/psp/port";
import { testAccount } from "../accounts/test-account";
import type { ServiceCaller } from "../caller";
import type { Payment } from "../payments/payment";
import { recordAuthorisation } from "../payments/record-authorisation";
import { submitCard } from "../payments/submit-card";
import {
  answeredCard,
  effectsOn,
  moved,
  opened,
  operationsOn,
  readPayment,
  statusesOf,
  TEST_NUMBERS,
  testCard,
  testPayment,
  write,
  sandboxContext,
  TEST_PAYER,
} from "../payments/test-payment";
import { voidDuePayments } from "../payments/void-due-payments";
import { leaseFrom, operationOf } from "./operation";
import { resolveOperations } from "./resolve-operations";

const MINUTE = 60_000;

let caller: ServiceCaller;
let drop: () => Promise<void>;

beforeAll(async () => {
  // The clock asks about every open operation there is: here it is to find this suite's alone.
  drop = await ownTestDatabase();
  ({ caller } = await testAccount());
});
afterAll(async () => drop());

/** A payment as a process left it that died after it had written down that it would ask. */
async function abandoned(askedAt = new Date(Date.now() - MINUTE)): Promise<Payment> {
  const payment = await opened(await testPayment(caller));
  await database()
    .insert(pspOperations)
    .values({
      ...operationOf(payment, "authorise"),
      state: "asked",
      askedAt,
      leaseUntil: leaseFrom(askedAt),
    });
  return write(payment, {
    cardBrand: "visa",
    cardType: "credit",
    firstDigits: "444433",
    lastDigits: "1111",
    cardExpiry: "04/31",
    cardholderName: "Jean Payer",
  });
}

/** The dead process's question did reach the bank. */
async function reach(payment: Payment, number: string = TEST_NUMBERS.good): Promise<AuthoriseOutcome> {
  const { number: digits, securityCode, expiryMonth, expiryYear, cardholderName } = testCard(number);
  return psp("sandbox", database()).authorise(sandboxContext(operationOf(payment, "authorise"), new Date()), {
    paymentId: payment.id,
    amount: payment.amount,
    description: payment.description,
    reference: payment.reference,
    card: {
      number: new Secret(digits),
      securityCode: new Secret(securityCode),
      expiryMonth,
      expiryYear,
      cardholderName,
      billingAddress: null,
    },
    moto: false,
    saveFor: null,
    threeDsReturnUrl: null,
    payer: {
      email: null,
      ip: null,
      userAgent: "",
      accept: "",
      language: "en",
      deviceData: null,
      hasScript: false,
    },
    corporate: false,
    providerId: null,
  });
}

describe("an authorisation whose process died", () => {
  test("before it reached the bank is an error: no card was charged, and none is left to charge", async () => {
    const payment = await abandoned();
    expect(await resolveOperations(new Date())).toBe(1);
    expect(await readPayment(payment)).toMatchObject({ status: "error", code: "P0050", voidDueAt: null });
    expect((await operationsOn(payment)).authorise).toMatchObject({
      state: "answered",
      leaseUntil: null,
      answer: { is: "error", reason: "missing" },
    });
    expect(await effectsOn(payment)).toEqual([]);
  });

  test("after the bank authorised goes on to the confirm page", async () => {
    const payment = await abandoned();
    await reach(payment);
    expect(await resolveOperations(new Date())).toBe(1);
    const after = await readPayment(payment);
    expect(after).toMatchObject({ status: "submitted", lastDigits: "1111" });
    expect(after.providerId).not.toBeNull();
    expect(await effectsOn(payment)).toEqual(["authorise"]);
    expect(await statusesOf(payment)).toEqual(["created", "started", "submitted"]);
  });

  test.each([
    [TEST_NUMBERS.declined, "failed", "P0010"],
    [TEST_NUMBERS.faulty, "error", "P0050"],
  ])("after the bank answered otherwise ends as it said: %s is %s", async (number, status, code) => {
    const payment = await abandoned();
    await reach(payment, number);
    await resolveOperations(new Date());
    expect(await readPayment(payment)).toMatchObject({ status, code });
  });

  test("is not asked about while its process may still be alive", async () => {
    const payment = await abandoned(new Date());
    expect(await resolveOperations(new Date())).toBe(0);
    expect(await readPayment(payment)).toEqual(payment);
    expect(await resolveOperations(new Date(Date.now() + 15_000))).toBe(1);
    expect((await readPayment(payment)).status).toBe("error");
  });

  test("is resolved once, however many clocks ask", async () => {
    const payment = await abandoned();
    await reach(payment);
    await Promise.all(Array.from({ length: 5 }, async () => resolveOperations(new Date())));
    expect(await statusesOf(payment)).toEqual(["created", "started", "submitted"]);
    expect(await resolveOperations(new Date(Date.now() + 10 * MINUTE))).toBe(0);
  });

  test.each(["cancelByPayer", "cancelByService", "expire"] as const)(
    "of a payment that ended by %s meanwhile is released, if the bank holds anything",
    async (trigger) => {
      const [reached, unreached] = [await abandoned(), await abandoned()];
      await reach(reached);
      const ended = await moved(reached, trigger);
      await moved(unreached, trigger);
      expect(await resolveOperations(new Date())).toBe(2);
      expect(await readPayment(reached)).toMatchObject({ status: ended.status, code: ended.code });
      expect(await readPayment(unreached)).toMatchObject({ status: ended.status, voidDueAt: null });
      expect(await voidDuePayments(new Date(Date.now() + 1000))).toBe(1);
      expect(await effectsOn(reached)).toEqual(["authorise", "void"]);
    },
  );
});

describe("an answer", () => {
  test("that its own process brings after all changes nothing any more", async () => {
    const payment = await abandoned();
    const late = await reach(payment);
    await resolveOperations(new Date());
    const resolved = await readPayment(payment);
    await recordAuthorisation(operationOf(payment, "authorise"), late, new Date());
    expect(await readPayment(payment)).toEqual(resolved);
    expect(await statusesOf(payment)).toEqual(["created", "started", "submitted"]);
  });

  test("of a process that was only very slow leaves nothing held for a payment given up meanwhile", async () => {
    const payment = await abandoned();
    await resolveOperations(new Date());
    expect((await readPayment(payment)).status).toBe("error");
    const late = await reach(payment);
    await recordAuthorisation(operationOf(payment, "authorise"), late, new Date());
    expect(await readPayment(payment)).toMatchObject({ status: "error", code: "P0050" });
    await voidDuePayments(new Date(), payment);
    expect(await effectsOn(payment)).toEqual(["authorise", "void"]);
    expect((await readPayment(payment)).voidedAt).not.toBeNull();
  });

  test("that says nothing leaves the question open, to be asked again", async () => {
    const payment = await abandoned();
    const operation = operationOf(payment, "authorise");
    await recordAuthorisation(operation, { is: "unknown", cause: "timeout" }, new Date());
    expect(await readPayment(payment)).toEqual(payment);
    expect((await operationsOn(payment)).authorise).toMatchObject({
      state: "unknown",
      answeredAt: null,
      answer: { is: "unknown", cause: "timeout" },
    });
    await reach(payment);
    expect(await resolveOperations(new Date())).toBe(1);
    expect((await readPayment(payment)).status).toBe("submitted");
  });

  test("that says nothing does not reopen what has been answered", async () => {
    const payment = await abandoned();
    const operation = operationOf(payment, "authorise");
    await recordAuthorisation(operation, await reach(payment), new Date());
    await recordAuthorisation(operation, { is: "unknown", cause: "timeout" }, new Date());
    expect((await operationsOn(payment)).authorise).toMatchObject({ state: "answered" });
  });
});

describe("a question that stays open", () => {
  const leaseOf = async (payment: Payment) =>
    (await operationsOn(payment)).authorise?.leaseUntil?.getTime() ?? 0;

  test("is put ever more rarely: at once, after 15 seconds, 1, 5 and 15 minutes, then hourly", async () => {
    const payment = await abandoned();
    const operation = operationOf(payment, "authorise");
    const waits = [];
    for (let tries = 1; tries <= 7; tries += 1) {
      const now = new Date();
      await database().update(pspOperations).set({ tries }).where(eq(pspOperations.paymentId, payment.id));
      await recordAuthorisation(operation, { is: "unknown", cause: "timeout" }, now);
      waits.push(Math.round(((await leaseOf(payment)) - now.getTime()) / 1000));
    }
    expect(waits).toEqual([0, 15, 60, 300, 900, 3600, 3600]);
    await resolveOperations(new Date(Date.now() + 120 * MINUTE));
  });

  test("is put in real time although a test clock was ahead when the card was sent", async () => {
    const payment = await abandoned();
    await database()
      .update(pspOperations)
      .set({ askedAt: new Date(Date.now() + 7 * 24 * 60 * MINUTE) })
      .where(eq(pspOperations.paymentId, payment.id));
    const operation = operationOf(payment, "authorise");
    await recordAuthorisation(operation, { is: "unknown", cause: "timeout" }, new Date());
    expect(await leaseOf(payment)).toBeLessThanOrEqual(Date.now());
    expect(await resolveOperations(new Date())).toBe(1);
    expect((await readPayment(payment)).status).toBe("error");
  });

  test("counts its tries", async () => {
    const payment = await abandoned();
    await reach(payment);
    await resolveOperations(new Date());
    expect((await operationsOn(payment)).authorise).toMatchObject({ state: "answered", tries: 2 });
  });

  test("is not put before the PSP can tell", async () => {
    const payment = await write(await abandoned(), { paymentProvider: "worldpay" });
    const askedAt = (await operationsOn(payment)).authorise?.askedAt.getTime() ?? 0;
    expect(await resolveOperations(new Date())).toBe(0);
    expect(await leaseOf(payment)).toBe(askedAt + 6 * MINUTE);
    expect((await operationsOn(payment)).authorise).toMatchObject({ state: "asked", tries: 1 });
    await write(payment, { paymentProvider: "sandbox" });
    expect(await resolveOperations(new Date(askedAt + 6 * MINUTE))).toBe(1);
    expect((await readPayment(payment)).status).toBe("error");
  });
});

describe("what is open", () => {
  test("is no second chance: a card is not taken while the first one's fate is not known", async () => {
    const payment = await abandoned();
    const again = await submitCard(payment, caller.account, testCard(), TEST_PAYER, new Date());
    expect(again).toHaveProperty("refused", "notAwaitingCard");
    await resolveOperations(new Date());
  });

  test("and cannot be resolved does not keep the others waiting", async () => {
    const stuck = await opened(await testPayment(caller));
    const then = new Date(Date.now() - 2 * MINUTE);
    await database()
      .insert(pspOperations)
      .values({
        ...operationOf(stuck, "authorise"),
        state: "asked",
        askedAt: then,
        leaseUntil: leaseFrom(then),
      });
    const payment = await abandoned();
    // Something that cannot be: an account that is not there.
    await database()
      .update(pspOperations)
      .set({ accountId: "gone" })
      .where(eq(pspOperations.paymentId, stuck.id));
    expect(await resolveOperations(new Date())).toBe(2);
    expect((await readPayment(payment)).status).toBe("error");
    expect((await operationsOn(stuck)).authorise).toMatchObject({ state: "asked" });
  });

  test("at a provider that takes its time does not keep the others' payers waiting", async () => {
    const slow = await answeredCard(await opened(await testPayment(caller)), caller, TEST_NUMBERS.challenge);
    const longAgo = new Date(Date.now() - 10 * MINUTE);
    await database()
      .insert(pspOperations)
      .values({
        ...operationOf(slow, "complete3ds"),
        state: "asked",
        askedAt: longAgo,
        leaseUntil: leaseFrom(longAgo),
      });
    const payment = await abandoned();
    await reach(payment);
    const { resolving } = await database().transaction(async (transaction) => {
      const books = eq(sandboxPayments.paymentId, slow.id);
      await transaction.select().from(sandboxPayments).where(books).for("update");
      const under = resolveOperations(new Date());
      await expect.poll(async () => (await readPayment(payment)).status).toBe("submitted");
      return { resolving: under };
    });
    expect(await resolving).toBe(2);
    // The bank's page was not answered: the challenge stands.
    expect((await readPayment(slow)).status).toBe("started");
  });

  test("as a capture or a void is not its business", async () => {
    const payment = await opened(await testPayment(caller));
    const then = new Date(Date.now() - MINUTE);
    for (const kind of ["capture", "void"] as const) {
      await database()
        .insert(pspOperations)
        .values({
          ...operationOf(payment, kind),
          state: "asked",
          askedAt: then,
          leaseUntil: leaseFrom(then),
        });
    }
    await resolveOperations(new Date());
    expect(Object.values(await operationsOn(payment)).map(({ state }) => state)).toEqual(["asked", "asked"]);
  });

  test("is told apart by payment: one card's answer is not another's", async () => {
    const [one, other] = [await abandoned(), await abandoned()];
    await reach(one);
    await resolveOperations(new Date());
    expect((await readPayment(one)).status).toBe("submitted");
    expect((await readPayment(other)).status).toBe("error");
  });
});
