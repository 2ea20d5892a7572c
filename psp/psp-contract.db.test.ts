import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxOperations } from "@/db/tables/sandbox";
import { testDatabase } from "@/db/test-database";
import {
  Secret,
  type Acknowledgement,
  type AuthoriseCommand,
  type AuthoriseOutcome,
  type Psp,
  type PspContext,
  type PspCredentials,
  type RecurringCommand,
} from "./port";
import { answerChallenge } from "./sandbox/bank";
import { createSandbox } from "./sandbox/create-sandbox";
import { createSimulator } from "./simulator/create-simulator";
import { demoCredentials } from "./simulator/worldpay/demo-credentials";
import { createStripe } from "./stripe/create-stripe";
import { answerBank as answerBankOfStripe, effectsAtStripe } from "./stripe/test-stripe";
import { createWorldpay } from "./worldpay/create-worldpay";
import { answerBank as answerWorldpay, effectsAtWorldpay } from "./worldpay/test-worldpay";

/** What the contract needs of an adapter to be tried: cards with a known fate. */
interface Harness {
  name: string;
  cards: Record<"good" | "declined" | "faulty" | "challenge" | "laterDeclined" | "laterRetryable", string>;
  declineReason: string;
  /** Captures and refunds are only receipted: what counts is what comes of them. */
  receipts: boolean;
  /** A challenge can be asked about, waits until its payer has answered, and can be ended. */
  keepsChallenges: boolean;
  /** What the provider keeps of ten pounds, where it tells. */
  feePence?: number;
  start: () => Promise<Started>;
}

/** An adapter with the provider behind it. */
interface Started {
  psp: Psp;
  credentials: PspCredentials;
  /** What makes the context another account's. */
  stranger: Partial<PspContext>;
  answerBank: (at: Challenged, answer: "pass" | "fail") => Promise<unknown>;
  /** Every effect on the payment, in alphabetical order: "authorise", "capture", "refund" … */
  effects: (paymentId: string) => Promise<string[]>;
  stop: () => Promise<void>;
}

type Challenged = Extract<AuthoriseOutcome, { is: "challenge" }> & { paymentId: string };

const CARDS: Harness["cards"] = {
  good: "4242424242424242",
  declined: "4000000000000002",
  faulty: "4000000000000119",
  challenge: "4000002500003155",
  laterDeclined: "5105105105105100",
  laterRetryable: "4000000000000341",
};

const HARNESSES: Harness[] = [
  {
    name: "sandbox",
    cards: CARDS,
    declineReason: "generic_decline",
    receipts: false,
    keepsChallenges: true,
    start: startSandbox,
  },
  {
    name: "worldpay",
    cards: CARDS,
    declineReason: "do_not_honour",
    receipts: true,
    keepsChallenges: false,
    start: startWorldpay,
  },
  {
    name: "stripe",
    // A number that is no test card's is a fault at Stripe; what it declines for good is a card that wants its payer.
    cards: { ...CARDS, faulty: "4929420573595709", laterDeclined: "4000002760003184" },
    declineReason: "generic_decline",
    receipts: false,
    keepsChallenges: true,
    feePence: 35,
    start: startStripe,
  },
];

const accountId = id();
const NOW = new Date("2026-03-01T23:30:00.000Z");
const SAVE: AuthoriseCommand["saveFor"] = { agreementId: id(), use: "recurring", description: "Membership" };

let credentials: PspCredentials = {};

describe.each(HARNESSES)("$name as a PSP", (harness) => {
  const { cards, declineReason, receipts, keepsChallenges, feePence, start } = harness;
  let started: Started;
  let psp: Psp;
  const effects = (paymentId: string) => started.effects(paymentId);
  const CAPTURED = receipts
    ? { is: "accepted" }
    : { is: "done", capturedOn: "2026-03-01", ...(feePence !== undefined && { feePence }) };
  const REFUNDED = receipts ? { is: "accepted" } : { is: "done" };

  beforeAll(async () => {
    started = await start();
    ({ psp, credentials } = started);
  });
  afterAll(() => started.stop());

  /** Who only gives receipts says yes to anything: what counts is that nothing comes of it. */
  async function expectNothingOf(paymentId: string, act: () => Promise<Acknowledgement>): Promise<void> {
    const before = await effects(paymentId);
    const answer = await act();
    if (!receipts) expect(answer).toMatchObject({ is: "rejected" });
    expect(await effects(paymentId)).toEqual(before);
  }

  /** Providers' own ids, kept as the domain keeps them: from before the card is sent, where there is one by then. */
  const providerIds = new Map<string, string>();

  async function opened<Command extends AuthoriseCommand | RecurringCommand>(command: Command) {
    const answer = await psp.prepare?.(under(`prepare:${command.paymentId}`), command);
    if (!answer) return command;
    if (answer.is !== "prepared") throw new Error(`Not prepared: ${answer.is}`);
    providerIds.set(command.paymentId, answer.providerId);
    return { ...command, providerId: answer.providerId };
  }

  async function authorised(card = cards.good, changes: Partial<AuthoriseCommand> = {}) {
    const command = await opened(authoriseCommand(card, changes));
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
    const command = await opened(authoriseCommand(cards.challenge, changes));
    const outcome = await psp.authorise(under(`authorise:${command.paymentId}`), command);
    if (outcome.is !== "challenge") throw new Error(`Not challenged: ${outcome.is}`);
    return { ...outcome, session: outcome.session ?? {}, paymentId: command.paymentId };
  }

  async function later(card: string) {
    const command = await opened(recurringCommand(await saved(card)));
    return psp.authoriseSavedCard(under(`authorise:${command.paymentId}`), command);
  }

  /** A card that is on file, with whatever its bank wanted to be asked first. */
  async function saved(card: string) {
    const command = await opened(authoriseCommand(card, { saveFor: SAVE }));
    const { paymentId } = command;
    let outcome = await psp.authorise(under(`authorise:${paymentId}`), command);
    if (outcome.is === "challenge") {
      await started.answerBank({ ...outcome, paymentId }, "pass");
      const at = { paymentId, providerId: outcome.providerId };
      outcome = await psp.complete3ds(under(`3ds:${paymentId}`), at, outcome.session ?? {});
    }
    if (outcome.is !== "authorised" || !outcome.savedCard) throw new Error(`Not saved: ${outcome.is}`);
    return outcome.savedCard;
  }

  const at = (paymentId: string) => ({ paymentId, providerId: providerIds.get(paymentId) ?? null });
  const look = (paymentId: string) => psp.query(under("query"), at(paymentId));

  describe("authorise", () => {
    test("holds the money and names the payment by an id of its own", async () => {
      const { paymentId, providerId } = await authorised();
      expect(providerId).not.toBe(paymentId);
      expect(await look(paymentId)).toMatchObject({ state: "authorised", providerId });
    });

    test("answers a decline with its reason", async () => {
      const command = await opened(authoriseCommand(cards.declined));
      expect(await psp.authorise(under(id()), command)).toMatchObject({
        is: "refused",
        reason: declineReason,
        canRetry: true,
      });
      expect(await look(command.paymentId)).toMatchObject({ state: "refused" });
    });

    test("answers a fault as a fault", async () => {
      const command = await opened(authoriseCommand(cards.faulty));
      expect(await psp.authorise(under(id()), command)).toMatchObject({ is: "error" });
      expect(await look(command.paymentId)).toMatchObject({ state: "error" });
    });

    test("has one effect under one key, and one answer", async () => {
      const command = await opened(authoriseCommand(cards.good, { saveFor: SAVE }));
      const answers = await times(20, () => psp.authorise(under("authorise:" + command.paymentId), command));
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(await effects(command.paymentId)).toEqual(["authorise"]);
    });

    test("has one effect under twenty keys", async () => {
      const command = await opened(authoriseCommand(cards.good));
      const answers = await times(20, () => psp.authorise(under(id()), command));
      expect(new Set(answers.map((answer) => answer.is))).toEqual(new Set(["authorised"]));
      expect(await effects(command.paymentId)).toEqual(["authorise"]);
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
      const challenge = await challenged({ saveFor: SAVE });
      const { paymentId, providerId, session } = challenge;
      expect(await look(paymentId)).toEqual(
        keepsChallenges ? { state: "challenge", providerId } : { state: "missing" },
      );
      await started.answerBank(challenge, "pass");

      const answers = await times(20, () =>
        psp.complete3ds(under(`3ds:${paymentId}`), { paymentId, providerId }, session),
      );
      for (const answer of answers)
        expect(answer).toMatchObject({ is: "authorised", threeDs: { required: true }, savedCard: {} });
      expect(await effects(paymentId)).toEqual(["authorise", "complete3ds"]);
      expect(await look(paymentId)).toMatchObject({
        state: "authorised",
        ...(keepsChallenges && { threeDs: { required: true } }),
      });
    });

    test("refuses once the payer has failed", async () => {
      const challenge = await challenged();
      const { paymentId, providerId, session } = challenge;
      await started.answerBank(challenge, "fail");
      expect(
        await psp.complete3ds(under(`3ds:${paymentId}`), { paymentId, providerId }, session),
      ).toMatchObject({
        is: "refused",
        threeDs: { required: true },
      });
      expect(await look(paymentId)).toMatchObject({ state: "refused" });
    });

    test("authorises nothing when the payer comes back without an answer", async () => {
      const challenge = await challenged();
      const { paymentId, providerId, session } = challenge;
      const complete = () => psp.complete3ds(under(`3ds:${paymentId}`), { paymentId, providerId }, session);
      expect(await complete()).toMatchObject(
        keepsChallenges
          ? { is: "challenge", providerId, challenge: challenge.challenge }
          : { is: "refused", providerId },
      );
      await started.answerBank(challenge, "pass");
      expect(await complete()).toMatchObject({ is: keepsChallenges ? "authorised" : "refused" });
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
      const command = await opened(recurringCommand(savedCard ?? {}));
      const answers = await times(20, () =>
        psp.authoriseSavedCard(under("again:" + command.paymentId), command),
      );
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(await effects(command.paymentId)).toEqual(["authoriseSavedCard"]);
    });

    test("refuses a card that was deleted", async () => {
      const { savedCard = {} } = await authorised(cards.good, { saveFor: SAVE });
      const forget = `forget:${id()}`;
      const answers = await times(3, () => psp.deleteSavedCard(under(forget), savedCard));
      for (const answer of answers) expect(answer).toEqual({ is: "done" });
      const outcome = await psp.authoriseSavedCard(under(id()), await opened(recurringCommand(savedCard)));
      expect(outcome).toMatchObject({ is: "refused", canRetry: false });
    });
  });

  describe("capture", () => {
    test("takes the money and says on which day, by UTC", async () => {
      const { paymentId, providerId } = await authorised();
      expect(await psp.capture(under(`capture:${paymentId}`), providerId, 1000)).toEqual(CAPTURED);
      expect(await look(paymentId)).toMatchObject({
        state: "captured",
        ...(!receipts && { capturedOn: "2026-03-01", refundedPence: 0 }),
      });
    });

    test.each([
      ["one key", () => "the same"],
      ["twenty keys", () => id()],
    ])("takes the money once of twenty captures under %s", async (_, key) => {
      const { paymentId, providerId } = await authorised();
      const answers = await times(20, () => psp.capture(under(`${paymentId}:${key()}`), providerId, 1000));
      for (const answer of answers) expect(answer).toEqual(CAPTURED);
      expect(await effects(paymentId)).toEqual(["authorise", "capture"]);
    });

    test("answers as the first time when asked again on another day", async () => {
      const { paymentId, providerId } = await captured();
      const tomorrow = { ...under(id()), now: new Date("2026-03-02T12:00:00.000Z") };
      expect(await psp.capture(tomorrow, providerId, 1000)).toEqual(CAPTURED);
      expect(await effects(paymentId)).toEqual(["authorise", "capture"]);
    });

    test("takes no more than was authorised, and nothing that was not", async () => {
      for (const pence of [0, -1, 0.5]) {
        const { providerId } = await authorised();
        expect(await psp.capture(under(id()), providerId, pence)).toMatchObject({ is: "rejected" });
      }
      expect(await psp.capture(under(id()), "unheard-of", 1000)).toMatchObject({ is: "rejected" });
      const { paymentId, providerId } = await authorised();
      await expectNothingOf(paymentId, () => psp.capture(under(id()), providerId, 1001));
      const waiting = await challenged();
      await expectNothingOf(waiting.paymentId, () => psp.capture(under(id()), waiting.providerId, 1000));
    });
  });

  describe("void", () => {
    test("releases the money, once, and captures no more", async () => {
      const { paymentId, providerId } = await authorised();
      const answers = await times(20, () => psp.void(under(`void:${paymentId}`), providerId));
      for (const answer of answers) expect(answer).toEqual({ is: "done" });
      expect(await psp.void(under(id()), providerId)).toEqual({ is: "done" });
      await expectNothingOf(paymentId, () => psp.capture(under(id()), providerId, 1000));
      expect(await effects(paymentId)).toEqual(["authorise", "void"]);
      expect(await look(paymentId)).toMatchObject({ state: "voided" });
    });

    test.runIf(keepsChallenges)("ends a challenge: the payer's answer then authorises nothing", async () => {
      const challenge = await challenged();
      const { paymentId, providerId, session } = challenge;
      expect(await psp.void(under(`void:${paymentId}`), providerId)).toEqual({ is: "done" });
      await started.answerBank(challenge, "pass");
      expect(
        await psp.complete3ds(under(`3ds:${paymentId}`), { paymentId, providerId }, session),
      ).toMatchObject({
        is: "refused",
      });
      expect(await look(paymentId)).toMatchObject({ state: "voided" });
    });

    test("is rejected once the money was taken", async () => {
      const { paymentId, providerId } = await captured();
      await expectNothingOf(paymentId, () => psp.void(under(id()), providerId));
      expect(await look(paymentId)).toMatchObject({ state: "captured" });
    });

    test("of a capture and a void at once, one happens", async () => {
      const { paymentId, providerId } = await authorised();
      const [capture, release] = await Promise.all([
        psp.capture(under(`capture:${paymentId}`), providerId, 1000),
        psp.void(under(`void:${paymentId}`), providerId),
      ]);
      if (!receipts) expect([capture.is, release.is].sort()).toEqual(["done", "rejected"]);
      expect(await effects(paymentId)).toHaveLength(2);
    });
  });

  describe("refund", () => {
    test("gives back in parts, and no more than was taken", async () => {
      const { paymentId, providerId } = await captured();
      expect(await psp.refund(under(id()), providerId, id(), 400)).toEqual(REFUNDED);
      await expectNothingOf(paymentId, () => psp.refund(under(id()), providerId, id(), 601));
      expect(await psp.refund(under(id()), providerId, id(), 600)).toEqual(REFUNDED);
      await expectNothingOf(paymentId, () => psp.refund(under(id()), providerId, id(), 1));
      expect(await effects(paymentId)).toEqual(["authorise", "capture", "refund", "refund"]);
      expect(await look(paymentId)).toMatchObject({
        state: "captured",
        ...(!receipts && { refundedPence: 1000 }),
      });
    });

    test.each([
      ["one key", () => "the same"],
      ["twenty keys", () => id()],
    ])(
      "gives back once for one refund asked twenty times under %s, where that is promised",
      async (_, key) => {
        const { paymentId, providerId } = await captured(100_000);
        const refundId = id();
        const answers = await times(20, () =>
          psp.refund(under(`${refundId}:${key()}`), providerId, refundId, 300),
        );
        for (const answer of answers) expect(answer).toEqual(REFUNDED);
        const refunds = (await effects(paymentId)).filter((effect) => effect === "refund");
        // Who would give back twenty times says so, and is asked once only.
        expect(refunds).toHaveLength(psp.capabilities.refundIdempotent ? 1 : 20);
      },
    );

    test("lets no two refunds at once exceed what was taken", async () => {
      const { paymentId, providerId } = await captured();
      const answers = await times(20, () => psp.refund(under(id()), providerId, id(), 300));
      if (!receipts) expect(answers.filter((answer) => answer.is === "done")).toHaveLength(3);
      expect((await effects(paymentId)).filter((effect) => effect === "refund")).toHaveLength(3);
    });

    test("gives back nothing before the money was taken", async () => {
      const { paymentId, providerId } = await authorised();
      await expectNothingOf(paymentId, () => psp.refund(under(id()), providerId, id(), 1));
      expect(await look(paymentId)).toMatchObject({ state: "authorised" });
    });
  });

  describe("query", () => {
    test("knows nothing of a payment it never saw, nor of another account's", async () => {
      const { paymentId } = await authorised();
      expect(await look(id())).toEqual({ state: "missing" });
      const stranger = { ...under("query"), ...started.stranger };
      expect(await psp.query(stranger, at(paymentId))).toEqual({ state: "missing" });
    });

    test("finds what happened when the answer never came", async () => {
      const command = await opened(authoriseCommand(cards.good));
      await psp.authorise(under(`authorise:${command.paymentId}`), command);
      const found = await look(command.paymentId);
      expect(found.state).toBe("authorised");
      expect(await psp.capture(under(id()), found.providerId ?? "", 1000)).toEqual(CAPTURED);
    });
  });
});

async function startSandbox(): Promise<Started> {
  const database = await testDatabase();
  return {
    psp: createSandbox(database),
    credentials: {},
    stranger: { accountId: id() },
    answerBank: ({ paymentId }, answer) => answerChallenge(database, paymentId, answer),
    effects: async (paymentId) => {
      const rows = await database
        .select({ kind: sandboxOperations.kind })
        .from(sandboxOperations)
        .where(eq(sandboxOperations.paymentId, paymentId));
      return rows.map(({ kind }) => kind).sort();
    },
    stop: async () => {},
  };
}

async function startWorldpay(): Promise<Started> {
  const simulator = await createSimulator();
  const another = { ...demoCredentials(simulator.url), oneOff: OTHER_MERCHANT };
  await fetch(`${simulator.url}/_sim/webhooks`, {
    method: "POST",
    body: JSON.stringify({ worldpay: { credentials: another } }),
  });
  return {
    psp: createWorldpay(),
    credentials: { ...demoCredentials(simulator.url) },
    stranger: { accountId: id(), credentials: another },
    answerBank: ({ challenge }, answer) =>
      answerWorldpay(challenge, answer === "pass" ? "challengeForm" : "failForm"),
    effects: async (paymentId) => effectsAtWorldpay(simulator, paymentId),
    stop: () => simulator.close(),
  };
}

async function startStripe(): Promise<Started> {
  const simulator = await createSimulator({ clock: { standsAt: NOW } });
  const credentialsOf = (account: string) => ({
    mode: "direct",
    secretKey: `sk_test_${account}`,
    webhookSecrets: [],
    apiBase: simulator.url,
  });
  return {
    psp: createStripe(),
    credentials: credentialsOf(id()),
    stranger: { accountId: id(), credentials: credentialsOf(id()) },
    answerBank: ({ challenge }, answer) => answerBankOfStripe(challenge, answer),
    effects: async (paymentId) => effectsAtStripe(simulator, paymentId),
    stop: () => simulator.close(),
  };
}

const OTHER_MERCHANT = { merchantCode: "OTHER", username: "other", password: "other" };

function under(operationKey: string): PspContext {
  return { accountId, credentials, live: false, operationKey, now: NOW };
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
