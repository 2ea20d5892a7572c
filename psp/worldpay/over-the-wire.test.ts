import { createServer } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { TEST_CARDS, type TestOutcome } from "@/contract/test-cards";
import { createSimulator, type Simulator } from "../simulator/create-simulator";
import { demoCredentials } from "../simulator/worldpay/demo-credentials";
import { Secret, type AuthoriseCommand, type PspContext, type SavedCard } from "../port";
import { createWorldpay } from "./create-worldpay";
import type { WorldpayCredentials } from "./credentials";
import {
  answerBank,
  authoriseCommand,
  DTD_FILE,
  ordersAtWorldpay,
  postForm,
  recurringCommand,
  settings,
  validate,
} from "./test-worldpay";

const NOON = new Date("2026-03-01T12:00:00.000Z");
const psp = createWorldpay();
let simulator: Simulator;
let nextId = 0;

beforeAll(async () => {
  simulator = await createSimulator({ clock: { standsAt: NOON } });
});
beforeEach(() => simulator.reset());
afterEach(() => {
  if (DTD_FILE === undefined) return;
  const sent = simulator.log.entries().filter(({ path }) => path.endsWith("paymentService.jsp"));
  for (const { body } of sent) validate(body);
});
afterAll(() => simulator.close());

/** What a test card's payer sees at once; any other is authorised. */
const AT_ONCE: Readonly<Partial<Record<TestOutcome, object>>> = {
  declined: { is: "refused", reason: "do_not_honour" },
  expiredCard: { is: "refused" },
  wrongCode: { is: "refused" },
  processingError: { is: "error" },
  challengeThenAuthorised: { is: "challenge" },
  challengeThenDeclined: { is: "challenge" },
  challengeFails: { is: "challenge" },
  frictionless: { is: "authorised", threeDs: { required: false } },
  slow: { is: "unknown", cause: "timeout" },
};

function under(changes: Partial<WorldpayCredentials> = {}): PspContext {
  const credentials = { ...demoCredentials(simulator.url), ...changes };
  return { accountId: "account", credentials, live: false, operationKey: "key", now: simulator.clock.now() };
}

/** A command whose holder's name says what is to happen. */
function command(cardholderName = "A Payer", changes: Partial<AuthoriseCommand> = {}): AuthoriseCommand {
  nextId += 1;
  const { card } = authoriseCommand();
  return authoriseCommand({
    paymentId: String(nextId).padStart(26, "0"),
    card: { ...card, cardholderName },
    ...changes,
  });
}

function look({ paymentId }: { paymentId: string }, context = under()) {
  return psp.query(context, { paymentId, providerId: null });
}

async function challenged(name = "3DS_V2_CHALLENGE_IDENTIFIED", changes: Partial<AuthoriseCommand> = {}) {
  const asked = command(name, changes);
  const outcome = await psp.authorise(under(), asked);
  if (outcome.is !== "challenge" || outcome.challenge.via !== "post")
    throw new Error(`Not challenged: ${outcome.is}`);
  const { providerId, session = {}, challenge } = outcome;
  return { at: { paymentId: asked.paymentId, providerId }, session, challenge };
}

async function held(changes: Partial<AuthoriseCommand> = {}, name = "A Payer") {
  const asked = command(name, changes);
  const outcome = await psp.authorise(under(), asked);
  if (outcome.is !== "authorised") throw new Error(`Not authorised: ${outcome.is}`);
  return { ...outcome, paymentId: asked.paymentId };
}

describe("a bank's answer", () => {
  test.each([
    ["AUTHORISED", { is: "authorised" }],
    ["REFUSED", { is: "refused", reason: "do_not_honour" }],
    ["REFUSED51", { is: "refused", reason: "insufficient_funds", canRetry: true }],
    ["REFUSED41", { is: "refused", reason: "lost_card", canRetry: false }],
    ["CANCELLED", { is: "refused", reason: "cancelled" }],
    ["ERROR", { is: "error" }],
    ["3D", { is: "error" }],
    ["3DS_V2_FRICTIONLESS_IDENTIFIED", { is: "authorised", threeDs: { required: false } }],
  ])("to %s is %o", async (name, outcome) => {
    expect(await psp.authorise(under(), command(name))).toMatchObject(outcome);
  });

  test.each(TEST_CARDS.map(({ number, outcome }) => [number, outcome] as const))(
    "to the test card %s is that of the sandbox: %s",
    async (number, outcome) => {
      const { card } = authoriseCommand();
      const asked = command("", { card: { ...card, number: new Secret(number), cardholderName: "A Payer" } });
      const expected = AT_ONCE[outcome] ?? { is: "authorised" };
      expect(await impatiently(() => psp.authorise(under(), asked))).toMatchObject(expected);
      if (outcome === "slow") expect(await look(asked)).toMatchObject({ state: "authorised" });
    },
  );

  test.each([
    "4911830000000",
    "4917610000000000",
    "4462030000000000",
    "4917300800000000",
    "4484070000000000",
    "5555555555554444",
    "5454545454545454",
    "2221000000000009",
    "5163613613613613",
    "343434343434343",
    "36700102000000",
    "6011000400000000",
    "3528000700000000",
  ])("to Worldpay's own test card %s is yes", async (number) => {
    const { card } = authoriseCommand();
    const asked = command("", { card: { ...card, number: new Secret(number), cardholderName: "A Payer" } });
    expect(await psp.authorise(under(), asked)).toMatchObject({ is: "authorised" });
  });

  test("to a card that cannot be right is a refusal, and nothing stands", async () => {
    const { card } = authoriseCommand();
    const expired = command("A", { card: { ...card, expiryYear: 2025 } });
    expect(await psp.authorise(under(), expired)).toMatchObject({ is: "refused", reason: "expired_card" });
    const mistyped = command("A", { card: { ...card, number: new Secret("4444333322221112") } });
    expect(await psp.authorise(under(), mistyped)).toMatchObject({
      is: "refused",
      reason: "invalid_card_number",
    });
    expect(await look(mistyped)).toEqual({ state: "missing" });
  });

  test("never has the card's number or code written down", async () => {
    await psp.authorise(under(), command());
    const log = JSON.stringify(simulator.log.entries());
    expect(log).toContain("************1111");
    expect(log).not.toMatch(/4444333322221111|<cvc>123|<cvc>\d/u);
  });
});

describe("3D Secure", () => {
  test.each([
    ["3DS_V2_CHALLENGE_IDENTIFIED", "challengeForm", { is: "authorised" }],
    ["3DS_V2_CHALLENGE_VALID_ERROR", "challengeForm", { is: "authorised" }],
    ["3DS_V2_CHALLENGE_UNKNOWN_IDENTITY", "challengeForm", { is: "refused" }],
    ["3DS_V2_CHALLENGE_IDENTIFIED", "failForm", { is: "refused" }],
    ["3DS_V2_CHALLENGE_IDENTIFIED", "cancelForm", { is: "refused" }],
  ] as const)("%s answered by %s ends %o", async (name, form, outcome) => {
    const { at, session, challenge } = await challenged(name);
    expect(await look(at)).toEqual({ state: "missing" });
    const back = await (await answerBank(challenge, form)).text();
    expect(back).toContain('action="https://pay.example/card-details/1/three-d-secure/return"');
    expect(await psp.complete3ds(under(), at, session)).toMatchObject({
      ...outcome,
      threeDs: { required: true },
    });
  });

  test("without the payer's answer is a refusal", async () => {
    const { at, session } = await challenged();
    expect(await psp.complete3ds(under(), at, session)).toMatchObject({ is: "refused" });
  });

  test("answered twice keeps the first answer", async () => {
    const { at, session, challenge } = await challenged();
    await answerBank(challenge, "failForm");
    await answerBank(challenge, "challengeForm");
    expect(await psp.complete3ds(under(), at, session)).toMatchObject({ is: "refused" });
  });

  test("completed twice tells the same twice", async () => {
    const { at, session, challenge } = await challenged();
    await answerBank(challenge, "challengeForm");
    const [once, again] = [
      await psp.complete3ds(under(), at, session),
      await psp.complete3ds(under(), at, session),
    ];
    expect(once).toMatchObject({ is: "authorised" });
    expect(again).toMatchObject({ is: "authorised", providerId: at.providerId, threeDs: { required: true } });
  });

  test("saves the card only with the second message, and can charge it then", async () => {
    const saveFor = { agreementId: "agreement", description: "x", use: "instalment" } as const;
    const { at, session, challenge } = await challenged("3DS_V2_CHALLENGE_IDENTIFIED", { saveFor });
    await answerBank(challenge, "challengeForm");
    const outcome = await psp.complete3ds(under(), at, session);
    if (outcome.is !== "authorised" || !outcome.savedCard) throw new Error("No card saved");
    const later = recurringCommand({ paymentId: "later", token: outcome.savedCard });
    expect(await psp.authoriseSavedCard(under(), later)).toMatchObject({
      is: "authorised",
      providerId: "later-m1",
    });
  });

  test("whose cookie was lost fails, and nothing is held", async () => {
    simulator.faults.add({ psp: "worldpay", do: "cookie:drop" });
    const { at, session, challenge } = await challenged();
    await answerBank(challenge, "challengeForm");
    expect(await psp.complete3ds(under(), at, session)).toMatchObject({ is: "error" });
    expect(await look(at)).toEqual({ state: "missing" });
  });

  test("whose cookie came twice sends one back", async () => {
    simulator.faults.add({ psp: "worldpay", do: "cookie:double" });
    const { at, session, challenge } = await challenged();
    await answerBank(challenge, "challengeForm");
    expect(await psp.complete3ds(under(), at, session)).toMatchObject({ is: "authorised" });
    expect(simulator.log.entries().at(-1)?.headers.cookie).toBe(`machine=${session.machine}`);
  });

  test("asked for a second time is a refusal", async () => {
    const { at, session, challenge } = await challenged();
    await answerBank(challenge, "challengeForm");
    simulator.faults.add({ psp: "worldpay", operation: "complete3ds", do: "cookie:rotate" });
    expect(await psp.complete3ds(under(), at, session)).toMatchObject({
      is: "refused",
      reason: "authentication_failed",
    });
  });

  test("with another's session or cookie leads nowhere", async () => {
    const { at, session, challenge } = await challenged();
    await answerBank(challenge, "challengeForm");
    for (const wrong of [
      { ...session, machine: "another" },
      { ...session, sessionId: "another" },
    ])
      expect(await psp.complete3ds(under(), at, wrong)).toMatchObject({ is: "unknown" });
    expect(await psp.complete3ds(under(), at, session)).toMatchObject({ is: "authorised" });
  });

  test("is not asked of schemes without it", async () => {
    const { card } = authoriseCommand();
    const diners = {
      ...card,
      number: new Secret("36148900647913"),
      cardholderName: "3DS_V2_CHALLENGE_IDENTIFIED",
    };
    const outcome = await psp.authorise(under(), command("", { card: diners }));
    expect(outcome).toMatchObject({ is: "authorised" });
    expect(outcome).not.toHaveProperty("threeDs");
  });

  test("begins with a device check that only our own key passes", async () => {
    const check = psp.deviceCheck?.(under(), "payment");
    const page = await postForm(check?.url ?? "", check?.fields ?? {});
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/profile\.completed.*SessionId/u);
    const forged = { ...check?.fields, JWT: `${check?.fields.JWT}x` };
    expect((await postForm(check?.url ?? "", forged)).status).toBe(400);
  });
});

describe("an exemption", () => {
  const engine = { settings: settings({ exemptionEngine: true }) };
  const corporate = { settings: settings({ exemptionEngine: true, corporateExemption: true }) };
  const SOFT = "EE.REJECTED_ISSUER_REJECTED.SOFT_DECLINED";

  test("that the issuer grants is told", async () => {
    const asked = command("EE.HONOURED_ISSUER_HONOURED.AUTHORISED");
    expect(await psp.authorise(under(engine), asked)).toMatchObject({
      is: "authorised",
      exemption: { type: "optimised", result: "honoured" },
    });
  });

  test.each([
    [SOFT, "rejected"],
    ["EE.OUT_OF_SCOPE_MIT.SOFT_DECLINED", "out of scope"],
  ])(
    "of the engine's that costs the payment (%s) is given up: another order without it",
    async (name, result) => {
      const asked = command(name);
      expect(await psp.authorise(under(engine), asked)).toEqual({
        is: "authorised",
        providerId: `${asked.paymentId}-o2`,
        exemption: { type: "optimised", result },
      });
      expect(await look(asked, under(engine))).toMatchObject({
        state: "authorised",
        providerId: `${asked.paymentId}-o2`,
      });
    },
  );

  test("of a company's card that costs the payment is a refusal like any other", async () => {
    const asked = command(SOFT, { corporate: true });
    expect(await psp.authorise(under(corporate), asked)).toMatchObject({
      is: "refused",
      providerId: `${asked.paymentId}-o1`,
      exemption: { type: "corporate", result: "rejected" },
    });
    expect(simulator.log.entries().filter(({ operation }) => operation === "authorise")).toHaveLength(1);
  });

  test("whose second order is lost on the way is found by asking", async () => {
    simulator.faults.add({ psp: "worldpay", operation: "authorise", nth: 2, do: "reset:after-commit" });
    const asked = command(SOFT);
    expect(await psp.authorise(under(engine), asked)).toMatchObject({ is: "unknown" });
    expect(await look(asked, under(engine))).toMatchObject({ state: "authorised" });
  });
});

describe("a saved card", () => {
  async function savedCard(name: string): Promise<SavedCard> {
    const saveFor = { agreementId: "agreement", description: "x", use: "recurring" } as const;
    const { savedCard: saved } = await held({ saveFor }, name);
    if (!saved) throw new Error("No card saved");
    return saved;
  }

  test.each([
    ["A Payer", { is: "authorised" }],
    ["SIM.RECURRING.DECLINE46", { is: "refused", canRetry: false }],
    ["SIM.RECURRING.DECLINE51", { is: "refused", canRetry: true, reason: "insufficient_funds" }],
  ])("of %s is %o", async (name, outcome) => {
    const token = await savedCard(name);
    expect(await psp.authoriseSavedCard(under(), recurringCommand({ token }))).toMatchObject(outcome);
  });

  test("asked for again after a lost answer tells what it told", async () => {
    const token = await savedCard("SIM.RECURRING.DECLINE46");
    const again = recurringCommand({ token });
    simulator.faults.add({ psp: "worldpay", operation: "authoriseSavedCard", do: "truncate" });
    expect(await psp.authoriseSavedCard(under(), again)).toMatchObject({ is: "unknown" });
    expect(await psp.authoriseSavedCard(under(), again)).toMatchObject({
      is: "refused",
      reason: "closed_account",
    });
  });

  test("that was deleted is refused, and deleting it again is done", async () => {
    const token = await savedCard("A Payer");
    expect(await psp.deleteSavedCard(under(), token)).toEqual({ is: "done" });
    expect(await psp.deleteSavedCard(under(), token)).toEqual({ is: "done" });
    expect(await psp.authoriseSavedCard(under(), recurringCommand({ token }))).toMatchObject({
      is: "refused",
      canRetry: false,
    });
  });

  test("is the same when it is saved again", async () => {
    expect(await savedCard("A Payer")).toEqual(await savedCard("A Payer"));
  });
});

describe("an answer that is lost", () => {
  test.each([
    ["timeout:before-commit", "missing"],
    ["timeout:after-commit", "authorised"],
    ["reset:before-commit", "missing"],
    ["reset:after-commit", "authorised"],
    ["status:500:before-commit", "missing"],
    ["status:503:after-commit", "authorised"],
    ["garbage", "authorised"],
    ["truncate", "authorised"],
  ] as const)("by %s is unknown, and then found %s", async (fault, state) => {
    simulator.faults.add({ psp: "worldpay", operation: "authorise", do: fault });
    const asked = command();
    expect(await impatiently(() => psp.authorise(under(), asked))).toMatchObject({ is: "unknown" });
    expect(await look(asked)).toMatchObject({ state });
  });

  test("and asked for again finds the order there, never a second one", async () => {
    simulator.faults.add({ psp: "worldpay", operation: "authorise", do: "reset:after-commit" });
    const asked = command();
    expect(await psp.authorise(under(), asked)).toMatchObject({ is: "unknown" });
    expect(await psp.authorise(under(), asked)).toMatchObject({ is: "authorised" });
    expect(ordersAtWorldpay(simulator, asked.paymentId)).toHaveLength(1);
  });

  test("stays unknown while inquiries lag", async () => {
    await configure({ lagMilliseconds: 300_000 });
    const asked = command();
    await psp.authorise(under(), asked);
    expect(await psp.authorise(under(), asked)).toMatchObject({ is: "unknown" });
    expect(await look(asked)).toEqual({ state: "unknown" });
    simulator.clock.advance(300_000);
    expect(await look(asked)).toMatchObject({ state: "authorised" });
  });

  test.each([
    ["error:4", { is: "error" }],
    ["error:2", { is: "error" }],
    ["error:8", { is: "unknown" }],
    ["error:1", { is: "unknown" }],
    ["status:401:before-commit", { is: "error" }],
    ["slow-body", { is: "authorised" }],
    ["delay:50", { is: "authorised" }],
  ] as const)("or delayed by %s is %o", async (fault, outcome) => {
    simulator.faults.add({ psp: "worldpay", do: fault });
    expect(await psp.authorise(under(), command())).toMatchObject(outcome);
  });

  test.each(["reset:before-commit", "reset:after-commit", "status:500:after-commit", "garbage"] as const)(
    "of a capture by %s is asked for again, and takes the money once",
    async (fault) => {
      const { providerId, paymentId } = await held();
      simulator.faults.add({ psp: "worldpay", operation: "capture", do: fault });
      expect(await psp.capture(under(), providerId, 1234)).toMatchObject({ is: "unknown" });
      expect(await psp.capture(under(), providerId, 1234)).toEqual({ is: "accepted" });
      simulator.clock.advance(24 * 3_600_000);
      expect(events(paymentId)).toEqual(["AUTHORISED", "CAPTURED"]);
    },
  );

  test("of a void is asked for again", async () => {
    const { providerId, paymentId } = await held();
    simulator.faults.add({ psp: "worldpay", operation: "cancel", do: "truncate" });
    expect(await psp.void(under(), providerId)).toMatchObject({ is: "unknown" });
    expect(await psp.void(under(), providerId)).toEqual({ is: "done" });
    expect(events(paymentId)).toEqual(["AUTHORISED", "CANCELLED"]);
  });

  test("of 3D Secure's second message is found by asking, whether or not it arrived", async () => {
    for (const [fault, state] of [
      ["reset:after-commit", "authorised"],
      ["reset:before-commit", "missing"],
    ] as const) {
      const { at, session, challenge } = await challenged();
      await answerBank(challenge, "challengeForm");
      simulator.faults.add({ psp: "worldpay", operation: "complete3ds", do: fault });
      expect(await psp.complete3ds(under(), at, session)).toMatchObject({ is: "unknown" });
      expect(await look(at)).toMatchObject({ state });
      // Sent once more, it tells what became of the first.
      expect(await psp.complete3ds(under(), at, session)).toMatchObject({ is: "authorised" });
    }
  });

  test("of a refund is unknown, and one that never left has failed", async () => {
    const { providerId } = await held();
    for (const fault of ["reset:after-commit", "garbage", "status:500:after-commit", "error:1"] as const) {
      simulator.faults.add({ psp: "worldpay", operation: "refund", do: fault });
      expect(await psp.refund(under(), providerId, "refund", 100)).toMatchObject({ is: "unknown" });
    }
    const nowhere = under({ apiBase: await closedPort() });
    expect(await psp.refund(nowhere, providerId, "refund", 100)).toMatchObject({ is: "rejected" });
    expect(await psp.capture(nowhere, providerId, 100)).toMatchObject({ is: "unknown" });
    expect(await psp.authorise(nowhere, command())).toMatchObject({ is: "error" });
  });
});

describe("money", () => {
  test("is taken at the next run, and settled a day later; what happened last is what is seen", async () => {
    const payment = await held();
    expect(await psp.capture(under(), payment.providerId, 1234)).toEqual({ is: "accepted" });
    expect(await psp.capture(under(), payment.providerId, 1234)).toEqual({ is: "accepted" });
    expect(await look(payment)).toMatchObject({ state: "authorised" });
    simulator.clock.set(new Date("2026-03-02T02:00:00.000Z"));
    expect(await look(payment)).toMatchObject({ state: "captured" });
    expect(await psp.refund(under(), payment.providerId, "refund", 34)).toEqual({ is: "accepted" });
    simulator.clock.advance(3 * 24 * 3_600_000);
    expect(await look(payment)).toMatchObject({ state: "captured" });
    expect(events(payment.paymentId)).toEqual([
      "AUTHORISED",
      "CAPTURED",
      "SENT_FOR_REFUND",
      "SETTLED_BY_MERCHANT",
      "REFUNDED",
    ]);
  });

  test("that nobody takes is let go after a week", async () => {
    const payment = await held();
    simulator.clock.advance(7 * 24 * 3_600_000);
    expect(await look(payment)).toMatchObject({ state: "expired" });
  });

  test("is let go by a void, and then cannot be taken", async () => {
    const payment = await held();
    expect(await psp.void(under(), payment.providerId)).toEqual({ is: "done" });
    await psp.capture(under(), payment.providerId, 1234);
    simulator.clock.advance(2 * 24 * 3_600_000);
    expect(await look(payment)).toMatchObject({ state: "voided" });
    expect(events(payment.paymentId)).toEqual(["AUTHORISED", "CANCELLED"]);
  });

  test("is given back no further than it was taken, whatever is receipted", async () => {
    const { providerId, paymentId } = await held();
    await psp.capture(under(), providerId, 1234);
    for (const pence of [1000, 1000, 234]) await psp.refund(under(), providerId, "refund", pence);
    simulator.clock.advance(3 * 24 * 3_600_000);
    expect(events(paymentId).filter((event) => event.startsWith("REFUND"))).toEqual([
      "REFUND_FAILED",
      "REFUNDED",
      "REFUNDED",
    ]);
    expect(simulator.protocols.flatMap((protocol) => protocol.invariants())).toEqual([]);
  });

  test("held twice for one payment is found by the simulator", async () => {
    const asked = command();
    await psp.authorise(under(), asked);
    const found = () => simulator.protocols.flatMap((protocol) => protocol.invariants());
    expect(found()).toEqual([]);
    await psp.authorise(under(), { ...asked, moto: true });
    expect(found()).toEqual([`${asked.paymentId}: held by more than one order`]);
  });

  test("is asked for only in pence, and of orders of ours", async () => {
    const { providerId } = await held();
    for (const pence of [0, -1, 0.5, Number.NaN]) {
      expect(await psp.capture(under(), providerId, pence)).toMatchObject({ is: "rejected" });
      expect(await psp.refund(under(), providerId, "refund", pence)).toMatchObject({ is: "rejected" });
    }
    expect(await psp.capture(under(), "unheard-of", 1)).toMatchObject({ is: "rejected" });
    expect(await psp.void(under(), "unheard-of")).toMatchObject({ is: "rejected" });
  });

  test("goes by the merchant code that the payment was made under", async () => {
    const saveFor = { agreementId: "agreement", description: "x", use: "recurring" } as const;
    const made = [await held({ saveFor }), await held({ moto: true }), await held()];
    for (const { providerId } of made) await psp.capture(under(), providerId, 1234);
    simulator.clock.advance(24 * 3_600_000);
    for (const payment of made) expect(await look(payment)).toMatchObject({ state: "captured" });
    expect(made.map(({ providerId }) => providerId.slice(-2))).toEqual(["c1", "t1", "o1"]);
  });
});

test("an operation's key goes along only where the account has bought that", async () => {
  const keyed = under({ settings: settings({ idempotencyHeader: true }) });
  const keys = () => simulator.log.entries().map(({ headers }) => headers["idempotency-key"]);
  const { providerId } = await held();
  await psp.capture(under(), providerId, 1234);
  expect(new Set(keys())).toEqual(new Set([undefined]));
  simulator.log.clear();
  await psp.authorise(keyed, command());
  await psp.capture(keyed, providerId, 1234);
  await psp.refund(keyed, providerId, "refund", 1);
  expect(keys()).toEqual([expect.any(String), expect.any(String), expect.any(String)]);
});

describe("a test clock", () => {
  test("brings the simulator along, and never back", async () => {
    const later = new Date("2026-03-04T00:00:00.000Z");
    const payment = await held();
    await psp.capture(under(), payment.providerId, 1234);
    await psp.moveClock?.({ ...under(), now: later });
    expect(simulator.clock.now()).toEqual(later);
    expect(await look(payment)).toMatchObject({ state: "captured" });
    await psp.moveClock?.({ ...under(), now: NOON });
    await psp.moveClock?.({ ...under({ apiBase: await closedPort() }), now: later });
    expect(simulator.clock.now()).toEqual(later);
  });

  test("of a live account moves nothing", async () => {
    await psp.moveClock?.({ ...under(), live: true, now: new Date("2027-01-01T00:00:00.000Z") });
    expect(simulator.clock.now()).toEqual(NOON);
  });
});

describe("credentials", () => {
  const wrong = { ...demoCredentials("").oneOff, password: "wrong" };
  const swapped = { ...demoCredentials("").oneOff, merchantCode: "SIMRECURRINGCIT" };

  test.each([
    ["as they should be", {}, { is: "good" }],
    [
      "with a wrong password",
      { recurringMerchantInitiated: wrong },
      { is: "bad", why: /password of SIMONEOFF/u },
    ],
    [
      "with another's merchant code",
      { oneOff: swapped },
      { is: "bad", why: /merchant code SIMRECURRINGCIT/u },
    ],
    [
      "with another key for 3DS Flex",
      {
        threeDsFlex: {
          ...demoCredentials("").threeDsFlex,
          jwtMacKey: "51c0ffee-0000-4000-8000-00000000dead",
        },
      },
      { is: "bad", why: /3DS Flex/u },
    ],
    ["in another form", { oneOff: undefined }, { is: "bad", why: /oneOff/u }],
  ])("%s are found out", async (_, changes, verdict) => {
    const found = await psp.checkCredentials?.({ ...demoCredentials(simulator.url), ...changes }, false);
    expect(found?.is).toBe(verdict.is);
    if ("why" in verdict && found?.is === "bad") expect(found.why).toMatch(verdict.why);
  });

  test("cannot be judged where nobody answers", async () => {
    const apiBase = await closedPort();
    expect(await psp.checkCredentials?.(demoCredentials(apiBase), false)).toMatchObject({ is: "unknown" });
  });

  test("that are wrong are a fault of every call, and prove that nothing was done", async () => {
    const context = under({ oneOff: wrong });
    expect(await psp.authorise(context, command())).toMatchObject({ is: "error", reason: "http_401" });
    expect(await psp.refund(context, "x-o1", "refund", 1)).toMatchObject({
      is: "rejected",
      reason: "http_401",
    });
    const stranger = under({ oneOff: swapped });
    expect(await psp.authorise(stranger, command())).toMatchObject({
      is: "error",
      reason: "worldpay_error_4",
    });
  });
});

function events(paymentId: string): string[] {
  return ordersAtWorldpay(simulator, paymentId).flatMap(({ history }) =>
    history.map(({ lastEvent }) => lastEvent),
  );
}

/** Where nothing listens. */
async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No port");
  return `http://127.0.0.1:${address.port}`;
}

async function configure(worldpay: Record<string, unknown>): Promise<void> {
  const answer = await fetch(`${simulator.url}/_sim/webhooks`, {
    method: "POST",
    body: JSON.stringify({ worldpay }),
  });
  expect(answer.status).toBe(200);
}

/** Waits no longer than a moment for what would take its whole time to give up. */
async function impatiently<T>(act: () => Promise<T>): Promise<T> {
  const soon = AbortSignal.timeout(300);
  const spy = vi.spyOn(AbortSignal, "timeout").mockReturnValue(soon);
  try {
    return await act();
  } finally {
    spy.mockRestore();
  }
}
