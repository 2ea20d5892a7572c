import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "@/db/client";
import { sandboxOperations } from "@/db/tables/sandbox";
import { testDatabase } from "@/db/test-database";
import { Secret, type AuthoriseCommand, type Psp, type PspContext, type RecurringCommand } from "./port";
import { answerChallenge } from "./sandbox/bank";
import { createSandbox } from "./sandbox/create-sandbox";

/** What the contract needs of an adapter to be tried: cards with a known fate, and a look at its effects. */
interface Harness {
  name: string;
  create: (database: Database) => Psp;
  cards: Record<"good" | "declined" | "faulty" | "challenge" | "laterDeclined" | "laterRetryable", string>;
  answerBank: (database: Database, paymentId: string, answer: "pass" | "fail") => Promise<unknown>;
  /** Every effect on the payment, in no order: "capture", "refund" … */
  effects: (database: Database, paymentId: string) => Promise<string[]>;
}

const HARNESSES: Harness[] = [
  {
    name: "sandbox",
    create: createSandbox,
    cards: {
      good: "4242424242424242",
      declined: "4000000000000002",
      faulty: "4000000000000119",
      challenge: "4000002500003155",
      laterDeclined: "5105105105105100",
      laterRetryable: "4000000000000341",
    },
    answerBank: answerChallenge,
    effects: async (database, paymentId) => {
      const rows = await database
        .select({ kind: sandboxOperations.kind })
        .from(sandboxOperations)
        .where(eq(sandboxOperations.paymentId, paymentId));
      return rows.map(({ kind }) => kind).sort();
    },
  },
];

const accountId = id();
const NOW = new Date("2026-03-01T23:30:00.000Z");
const SAVE: AuthoriseCommand["saveFor"] = { agreementId: id(), use: "recurring", description: "Membership" };

describe.each(HARNESSES)("$name as a PSP", ({ create, cards, answerBank, effects }) => {
  let database: Database;
  let psp: Psp;

  beforeAll(async () => {
    database = await testDatabase();
    psp = create(database);
  });

  async function authorised(card = cards.good, changes: Partial<AuthoriseCommand> = {}) {
    const command = authoriseCommand(card, changes);
    const outcome = await psp.authorise(under(`authorise:${command.paymentId}`), command);
    if (outcome.is !== "authorised") throw new Error(`Not authorised: ${outcome.is}`);
    return { ...outcome, paymentId: command.paymentId };
  }

  async function captured(pence = 1000) {
    const payment = await authorised(cards.good, { amount: pence });
    await psp.capture(under(`capture:${payment.paymentId}`), payment.providerId, pence);
    return payment;
  }

  async function challenged(changes: Partial<AuthoriseCommand> = {}) {
    const command = authoriseCommand(cards.challenge, changes);
    const outcome = await psp.authorise(under(`authorise:${command.paymentId}`), command);
    if (outcome.is !== "challenge") throw new Error(`Not challenged: ${outcome.is}`);
    return { ...outcome, paymentId: command.paymentId };
  }

  async function later(card: string) {
    const { savedCard } = await authorised(card, { saveFor: SAVE });
    const command = recurringCommand(savedCard ?? {});
    return psp.authoriseSavedCard(under(`authorise:${command.paymentId}`), command);
  }

  const look = (paymentId: string) => psp.query(under("query"), { paymentId, providerId: null });

  describe("authorise", () => {
    test("holds the money and names the payment by an id of its own", async () => {
      const { paymentId, providerId } = await authorised();
      expect(providerId).not.toBe(paymentId);
      expect(await look(paymentId)).toMatchObject({ state: "authorised", providerId });
    });

    test("answers a decline with its reason", async () => {
      const command = authoriseCommand(cards.declined);
      expect(await psp.authorise(under(id()), command)).toMatchObject({
        is: "refused",
        reason: "generic_decline",
        canRetry: true,
      });
      expect(await look(command.paymentId)).toMatchObject({ state: "refused" });
    });

    test("answers a fault as a fault", async () => {
      const command = authoriseCommand(cards.faulty);
      expect(await psp.authorise(under(id()), command)).toMatchObject({ is: "error" });
      expect(await look(command.paymentId)).toMatchObject({ state: "error" });
    });

    test("has one effect under one key, and one answer", async () => {
      const command = authoriseCommand(cards.good, { saveFor: SAVE });
      const answers = await times(20, () => psp.authorise(under("authorise:" + command.paymentId), command));
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(await effects(database, command.paymentId)).toEqual(["authorise"]);
    });

    test("has one effect under twenty keys", async () => {
      const command = authoriseCommand(cards.good);
      const answers = await times(20, () => psp.authorise(under(id()), command));
      expect(new Set(answers.map((answer) => answer.is))).toEqual(new Set(["authorised"]));
      expect(await effects(database, command.paymentId)).toEqual(["authorise"]);
    });

    test("saves the card only when asked, and tells again when the answer was lost", async () => {
      expect(await authorised()).not.toHaveProperty("savedCard");
      const { paymentId, savedCard } = await authorised(cards.good, { saveFor: SAVE });
      expect(savedCard).toBeDefined();
      expect(await look(paymentId)).toMatchObject({ savedCard });
    });
  });

  describe("complete3ds", () => {
    test("authorises once the payer has passed, and says that it was required", async () => {
      const { paymentId, providerId } = await challenged({ saveFor: SAVE });
      expect(await look(paymentId)).toEqual({ state: "challenge", providerId });
      await answerBank(database, paymentId, "pass");

      const answers = await times(20, () =>
        psp.complete3ds(under(`3ds:${paymentId}`), { paymentId, providerId }, {}),
      );
      for (const answer of answers)
        expect(answer).toMatchObject({ is: "authorised", threeDs: { required: true }, savedCard: {} });
      expect(await effects(database, paymentId)).toEqual(["authorise", "complete3ds"]);
      expect(await look(paymentId)).toMatchObject({ state: "authorised", threeDs: { required: true } });
    });

    test("refuses once the payer has failed", async () => {
      const { paymentId, providerId } = await challenged();
      await answerBank(database, paymentId, "fail");
      expect(await psp.complete3ds(under(`3ds:${paymentId}`), { paymentId, providerId }, {})).toMatchObject({
        is: "refused",
        threeDs: { required: true },
      });
      expect(await look(paymentId)).toMatchObject({ state: "refused" });
    });

    test("leaves the challenge standing when the payer comes back without an answer", async () => {
      const { paymentId, providerId, challenge } = await challenged();
      const context = under(`3ds:${paymentId}`);
      expect(await psp.complete3ds(context, { paymentId, providerId }, {})).toEqual({
        is: "challenge",
        providerId,
        challenge,
      });
      await answerBank(database, paymentId, "pass");
      expect(await psp.complete3ds(context, { paymentId, providerId }, {})).toMatchObject({
        is: "authorised",
      });
    });

    test("asks for no challenge when no payer is there", async () => {
      expect(await authorised(cards.challenge, { threeDsReturnUrl: null })).not.toHaveProperty("threeDs");
      expect(await authorised(cards.challenge, { moto: true })).not.toHaveProperty("threeDs");
    });
  });

  describe("authoriseSavedCard", () => {
    test("charges a saved card again", async () => {
      expect(await later(cards.good)).toMatchObject({ is: "authorised" });
    });

    test("says whether a declined card may be tried again", async () => {
      expect(await later(cards.laterDeclined)).toMatchObject({ is: "refused", canRetry: false });
      expect(await later(cards.laterRetryable)).toMatchObject({
        is: "refused",
        reason: "insufficient_funds",
        canRetry: true,
      });
    });

    test("has one effect under one key", async () => {
      const { savedCard } = await authorised(cards.good, { saveFor: SAVE });
      const command = recurringCommand(savedCard ?? {});
      const answers = await times(20, () =>
        psp.authoriseSavedCard(under("again:" + command.paymentId), command),
      );
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(await effects(database, command.paymentId)).toEqual(["authoriseSavedCard"]);
    });

    test("refuses a card that was deleted", async () => {
      const { savedCard = {} } = await authorised(cards.good, { saveFor: SAVE });
      const forget = `forget:${id()}`;
      const answers = await times(3, () => psp.deleteSavedCard(under(forget), savedCard));
      for (const answer of answers) expect(answer).toEqual({ is: "done" });
      const outcome = await psp.authoriseSavedCard(under(id()), recurringCommand(savedCard));
      expect(outcome).toMatchObject({ is: "refused", canRetry: false });
    });
  });

  describe("capture", () => {
    test("takes the money and says on which day, by UTC", async () => {
      const { paymentId, providerId } = await authorised();
      const done = { is: "done", capturedOn: "2026-03-01" };
      expect(await psp.capture(under(`capture:${paymentId}`), providerId, 1000)).toEqual(done);
      expect(await look(paymentId)).toMatchObject({
        state: "captured",
        capturedOn: "2026-03-01",
        refundedPence: 0,
      });
    });

    test.each([
      ["one key", () => "the same"],
      ["twenty keys", () => id()],
    ])("takes the money once of twenty captures under %s", async (_, key) => {
      const { paymentId, providerId } = await authorised();
      const answers = await times(20, () => psp.capture(under(`${paymentId}:${key()}`), providerId, 1000));
      for (const answer of answers) expect(answer).toEqual({ is: "done", capturedOn: "2026-03-01" });
      expect(await effects(database, paymentId)).toEqual(["authorise", "capture"]);
    });

    test("answers with the first day when asked again on another", async () => {
      const { paymentId, providerId } = await captured();
      const tomorrow = { ...under(id()), now: new Date("2026-03-02T12:00:00.000Z") };
      expect(await psp.capture(tomorrow, providerId, 1000)).toEqual({ is: "done", capturedOn: "2026-03-01" });
      expect(await effects(database, paymentId)).toEqual(["authorise", "capture"]);
    });

    test("takes no more than was authorised, and nothing that was not", async () => {
      const { providerId } = await authorised();
      for (const pence of [1001, 0, -1, 0.5])
        expect(await psp.capture(under(id()), providerId, pence)).toMatchObject({ is: "rejected" });
      expect(await psp.capture(under(id()), "unheard-of", 1000)).toMatchObject({ is: "rejected" });
      const waiting = await challenged();
      expect(await psp.capture(under(id()), waiting.providerId, 1000)).toMatchObject({ is: "rejected" });
    });
  });

  describe("void", () => {
    test("releases the money, once, and captures no more", async () => {
      const { paymentId, providerId } = await authorised();
      const answers = await times(20, () => psp.void(under(`void:${paymentId}`), providerId));
      for (const answer of answers) expect(answer).toEqual({ is: "done" });
      expect(await psp.void(under(id()), providerId)).toEqual({ is: "done" });
      expect(await psp.capture(under(id()), providerId, 1000)).toMatchObject({ is: "rejected" });
      expect(await effects(database, paymentId)).toEqual(["authorise", "void"]);
      expect(await look(paymentId)).toMatchObject({ state: "voided" });
    });

    test("ends a challenge: the payer's answer then authorises nothing", async () => {
      const { paymentId, providerId } = await challenged();
      expect(await psp.void(under(`void:${paymentId}`), providerId)).toEqual({ is: "done" });
      await answerBank(database, paymentId, "pass");
      expect(await psp.complete3ds(under(`3ds:${paymentId}`), { paymentId, providerId }, {})).toMatchObject({
        is: "refused",
      });
      expect(await look(paymentId)).toMatchObject({ state: "voided" });
    });

    test("is rejected once the money was taken", async () => {
      const { providerId } = await captured();
      expect(await psp.void(under(id()), providerId)).toMatchObject({ is: "rejected" });
    });

    test("of a capture and a void at once, one happens", async () => {
      const { paymentId, providerId } = await authorised();
      const [capture, release] = await Promise.all([
        psp.capture(under(`capture:${paymentId}`), providerId, 1000),
        psp.void(under(`void:${paymentId}`), providerId),
      ]);
      expect([capture.is, release.is].sort()).toEqual(["done", "rejected"]);
      expect(await effects(database, paymentId)).toHaveLength(2);
    });
  });

  describe("refund", () => {
    test("gives back in parts, and no more than was taken", async () => {
      const { paymentId, providerId } = await captured();
      expect(await psp.refund(under(id()), providerId, id(), 400)).toEqual({ is: "done" });
      expect(await psp.refund(under(id()), providerId, id(), 601)).toMatchObject({ is: "rejected" });
      expect(await psp.refund(under(id()), providerId, id(), 600)).toEqual({ is: "done" });
      expect(await psp.refund(under(id()), providerId, id(), 1)).toMatchObject({ is: "rejected" });
      expect(await look(paymentId)).toMatchObject({ state: "captured", refundedPence: 1000 });
    });

    test.each([
      ["one key", () => "the same"],
      ["twenty keys", () => id()],
    ])("gives back once for one refund asked twenty times under %s", async (_, key) => {
      const { paymentId, providerId } = await captured();
      const refundId = id();
      const answers = await times(20, () =>
        psp.refund(under(`${refundId}:${key()}`), providerId, refundId, 300),
      );
      for (const answer of answers) expect(answer).toEqual({ is: "done" });
      expect(await effects(database, paymentId)).toEqual(["authorise", "capture", "refund"]);
      expect(await look(paymentId)).toMatchObject({ refundedPence: 300 });
    });

    test("lets no two refunds at once exceed what was taken", async () => {
      const { paymentId, providerId } = await captured();
      const answers = await times(20, () => psp.refund(under(id()), providerId, id(), 300));
      expect(answers.filter((answer) => answer.is === "done")).toHaveLength(3);
      expect(await look(paymentId)).toMatchObject({ refundedPence: 900 });
    });

    test("is rejected before the money was taken", async () => {
      const { providerId } = await authorised();
      expect(await psp.refund(under(id()), providerId, id(), 1)).toMatchObject({ is: "rejected" });
    });
  });

  describe("query", () => {
    test("knows nothing of a payment it never saw, nor of another account's", async () => {
      const { paymentId } = await authorised();
      expect(await look(id())).toEqual({ state: "missing" });
      expect(
        await psp.query({ ...under("query"), accountId: id() }, { paymentId, providerId: null }),
      ).toEqual({
        state: "missing",
      });
    });

    test("finds what happened when the answer never came", async () => {
      const command = authoriseCommand(cards.good);
      await psp.authorise(under(`authorise:${command.paymentId}`), command);
      const found = await look(command.paymentId);
      expect(found.state).toBe("authorised");
      expect(await psp.capture(under(id()), found.providerId ?? "", 1000)).toMatchObject({ is: "done" });
    });
  });
});

function under(operationKey: string): PspContext {
  return { accountId, credentials: {}, live: false, operationKey, now: NOW };
}

function authoriseCommand(number: string, changes: Partial<AuthoriseCommand> = {}): AuthoriseCommand {
  return {
    paymentId: id(),
    amount: 1000,
    description: "A licence",
    reference: "LIC-1",
    card: {
      number: new Secret(number),
      securityCode: new Secret("123"),
      expiryMonth: 12,
      expiryYear: 2030,
      cardholderName: "A Payer",
      billingAddress: null,
    },
    moto: false,
    saveFor: null,
    threeDsReturnUrl: "https://pay.example/card-details/1/three-d-secure/return",
    payer: {
      email: null,
      ip: "192.0.2.1",
      userAgent: "test",
      accept: "*/*",
      language: "en",
      deviceData: null,
      hasScript: false,
    },
    corporate: false,
    providerId: null,
    ...changes,
  };
}

function recurringCommand(token: RecurringCommand["token"]): RecurringCommand {
  return {
    paymentId: id(),
    amount: 1000,
    description: "Next month",
    agreementId: id(),
    use: "recurring",
    providerId: null,
    token,
  };
}

function times<T>(count: number, act: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, act));
}

function id(): string {
  return randomUUID().replaceAll("-", "").slice(0, 26);
}
