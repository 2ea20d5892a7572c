import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { TEST_CARDS, type TestOutcome } from "@/contract/test-cards";
import { connect, type Database } from "@/db/client";
import { sandboxOperations, sandboxPayments } from "@/db/tables/sandbox";
import { testDatabase } from "@/db/test-database";
import { Secret, type AuthoriseCommand, type PspContext } from "../port";
import { answerChallenge, findChallenge } from "./bank";
import { createSandbox } from "./create-sandbox";

const AUTHORISED = { is: "authorised" };
const RETURN_URL = "https://pay.example/card-details/1/three-d-secure/return";

/** What each card answers a payer who is there, and passes when the bank asks. */
const EXPECTED: Record<TestOutcome, object> = {
  success: AUTHORISED,
  declined: { is: "refused", reason: "generic_decline" },
  expiredCard: { is: "refused", reason: "expired_card" },
  wrongCode: { is: "refused", reason: "incorrect_cvc" },
  processingError: { is: "error", reason: "processing_error" },
  challengeThenAuthorised: { is: "authorised", threeDs: { required: true } },
  challengeThenDeclined: { is: "refused", reason: "generic_decline", threeDs: { required: true } },
  challengeFails: { is: "refused", reason: "authentication_failed", threeDs: { required: true } },
  frictionless: { is: "authorised", threeDs: { required: false } },
  disputedAndLost: AUTHORISED,
  disputedAndWon: AUTHORISED,
  refundsFail: AUTHORISED,
  slow: AUTHORISED,
  laterDeclined: AUTHORISED,
  laterInsufficientFunds: AUTHORISED,
};

describe("the sandbox", () => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase();
  });

  const sandbox = () => createSandbox(database, { untilSlowAnswer: async () => {} });
  const paymentOf = async (paymentId: string) => {
    const [row] = await database
      .select()
      .from(sandboxPayments)
      .where(eq(sandboxPayments.paymentId, paymentId));
    return row;
  };

  test.each(TEST_CARDS)("answers $number: $outcome", async ({ number, outcome }) => {
    const command = authorise(number);
    let answer = await sandbox().authorise(under(`a:${command.paymentId}`), command);
    if (answer.is === "challenge") {
      await answerChallenge(database, command.paymentId, "pass");
      answer = await sandbox().complete3ds(
        under(`c:${command.paymentId}`),
        {
          paymentId: command.paymentId,
          providerId: answer.providerId,
        },
        {},
      );
    }
    expect(answer).toMatchObject(EXPECTED[outcome]);
  });

  test("answers any other number with an error", async () => {
    const command = authorise("4929420573595709");
    expect(await sandbox().authorise(under(id()), command)).toMatchObject({ is: "error" });
  });

  test("remembers no card number and no security code", async () => {
    const command = authorise("4929420573595709");
    await sandbox().authorise(under(id()), command);
    const operations = await database
      .select()
      .from(sandboxOperations)
      .where(eq(sandboxOperations.paymentId, command.paymentId));
    const remembered = JSON.stringify([await paymentOf(command.paymentId), operations]);
    expect(remembered).toContain("5709");
    expect(remembered).not.toContain("49294205");
    expect(remembered).not.toContain("security code");
  });

  test("holds the slow card's money long before it says so", async () => {
    const command = authorise("4000000000006975");
    const seenWhileWaiting: unknown[] = [];
    const slow = createSandbox(database, {
      untilSlowAnswer: async () =>
        seenWhileWaiting.push(
          await sandbox().query(under("q"), { paymentId: command.paymentId, providerId: null }),
        ),
    });
    expect(await slow.authorise(under(id()), command)).toMatchObject(AUTHORISED);
    expect(seenWhileWaiting).toMatchObject([{ state: "authorised" }]);
  });

  test("rejects refunds to the card whose refunds fail", async () => {
    const command = authorise("4000000000005126");
    const answer = await sandbox().authorise(under(id()), command);
    const providerId = "providerId" in answer ? (answer.providerId ?? "") : "";
    await sandbox().capture(under(id()), providerId, command.amount);
    expect(await sandbox().refund(under(id()), providerId, id(), 1)).toEqual({
      is: "rejected",
      reason: "card_closed",
    });
  });

  describe("as the payer's bank", () => {
    test("shows what is to be approved, and where the payer goes back to", async () => {
      const command = authorise("4000002500003155");
      expect(await sandbox().authorise(under(id()), command)).toMatchObject({
        challenge: { via: "redirect", url: `https://pay.example/sandbox/bank/${command.paymentId}` },
      });
      expect(await findChallenge(database, command.paymentId)).toEqual({
        amount: 1234,
        lastFour: "3155",
        returnUrl: RETURN_URL,
        answered: false,
      });
    });

    test("keeps the first of two answers", async () => {
      const command = authorise("4000002500003155");
      await sandbox().authorise(under(id()), command);
      expect(await answerChallenge(database, command.paymentId, "fail")).toBe(true);
      expect(await answerChallenge(database, command.paymentId, "pass")).toBe(false);
      expect(await findChallenge(database, command.paymentId)).toMatchObject({ answered: true });
      expect((await paymentOf(command.paymentId))?.bankAnswer).toBe("fail");
    });

    test("has nothing to ask about a payment that was not challenged", async () => {
      const command = authorise("4242424242424242");
      await sandbox().authorise(under(id()), command);
      expect(await findChallenge(database, command.paymentId)).toBeUndefined();
      expect(await answerChallenge(database, command.paymentId, "pass")).toBe(false);
    });
  });

  test("is unknown, not wrong, when its books cannot be reached", async () => {
    const { sql, database: unreachable } = connect("postgres://nobody@127.0.0.1:1/nothing", 1);
    const cut = createSandbox(unreachable);
    expect(await cut.authorise(under(id()), authorise("4242424242424242"))).toMatchObject({ is: "unknown" });
    expect(await cut.capture(under(id()), id(), 1)).toMatchObject({ is: "unknown" });
    expect(await cut.query(under(id()), { paymentId: id(), providerId: null })).toEqual({ state: "unknown" });
    await sql.end({ timeout: 0 });
  });

  test("throws when one key is used for two things: that is our own fault", async () => {
    const key = id();
    await sandbox().authorise(under(key), authorise("4242424242424242"));
    await expect(sandbox().authorise(under(key), authorise("4242424242424242"))).rejects.toThrow(
      /sandbox_operations/,
    );
  });
});

function under(operationKey: string): PspContext {
  return {
    accountId: "account",
    credentials: {},
    live: false,
    operationKey,
    now: new Date("2026-03-01T12:00:00.000Z"),
  };
}

function authorise(number: string): AuthoriseCommand {
  return {
    paymentId: id(),
    amount: 1234,
    description: "A licence",
    reference: "LIC-1",
    card: {
      number: new Secret(number),
      securityCode: new Secret("security code"),
      expiryMonth: 12,
      expiryYear: 2030,
      cardholderName: "A Payer",
      billingAddress: null,
    },
    moto: false,
    saveFor: null,
    threeDsReturnUrl: RETURN_URL,
    payer: {
      email: null,
      ip: null,
      userAgent: "test",
      accept: "*/*",
      language: "cy",
      deviceData: null,
      hasScript: false,
    },
    corporate: false,
    providerId: null,
  };
}

function id(): string {
  return randomUUID().replaceAll("-", "").slice(0, 26);
}
