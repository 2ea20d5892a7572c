import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { AuthoriseCommand, PspContext, PspCredentials } from "../port";
import { createSimulator, type Simulator } from "../simulator/create-simulator";
import type { FaultAction } from "../simulator/protocol";
import { createStripe } from "./create-stripe";
import { MILLISECONDS } from "./timings";
import {
  answerBank,
  atStripe,
  authoriseCommand,
  contextAt,
  credentialsAt,
  effectsAtStripe,
  newId,
} from "./test-stripe";

const NOON = new Date("2026-03-02T12:00:00.000Z");
const GOOD = "4242424242424242";
const psp = createStripe();
let simulator: Simulator;
let credentials: PspCredentials;
let patience = 10_000;

beforeAll(async () => {
  vi.spyOn(MILLISECONDS, "confirmTimeout", "get").mockImplementation(() => patience);
  vi.spyOn(MILLISECONDS, "timeout", "get").mockImplementation(() => patience);
  vi.spyOn(MILLISECONDS, "lookPauses", "get").mockReturnValue([0, 20, 20]);
  vi.spyOn(MILLISECONDS, "busyPauses", "get").mockReturnValue([5, 5, 5]);
  simulator = await createSimulator({ clock: { standsAt: NOON } });
});
beforeEach(() => {
  simulator.reset();
  credentials = credentialsAt(simulator);
});
afterEach(() => {
  expect(simulator.protocols.flatMap((protocol) => protocol.invariants())).toEqual([]);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await simulator.close();
});

const under = () => contextAt(simulator, credentials);

/** As somebody who waits no longer than a machine under load may take; through a client of its own. */
async function impatiently<T>(act: (context: PspContext) => Promise<T>, context = under()): Promise<T> {
  patience = 600;
  try {
    return await act({ ...context, credentials: { ...credentials, apiBase: `${simulator.url}/` } });
  } finally {
    patience = 10_000;
  }
}

/** Only where a fault is silence does anybody have to lose patience. */
function meeting<T>(
  action: FaultAction,
  act: (context: PspContext) => Promise<T>,
  context = under(),
): Promise<T> {
  return action.startsWith("timeout") ? impatiently(act, context) : act(context);
}

const fault = (operation: string, action: FaultAction, times = 1) =>
  simulator.faults.add({ psp: "stripe", operation, do: action, times });

async function opened(
  number = GOOD,
  changes: Partial<AuthoriseCommand> = {},
): Promise<AuthoriseCommand & { providerId: string }> {
  const command = authoriseCommand(number, changes);
  const answer = await psp.prepare?.(under(), command);
  if (answer?.is !== "prepared") throw new Error(`Not prepared: ${answer?.is}`);
  return { ...command, providerId: answer.providerId };
}

async function authorised(number = GOOD, changes: Partial<AuthoriseCommand> = {}) {
  const command = await opened(number, changes);
  const outcome = await psp.authorise(under(), command);
  if (outcome.is !== "authorised") throw new Error(`Not authorised: ${JSON.stringify(outcome)}`);
  return { ...command, savedCard: outcome.savedCard };
}

async function captured(number = GOOD) {
  const payment = await authorised(number);
  expect(await psp.capture(under(), payment.providerId, payment.amount)).toMatchObject({ is: "done" });
  return payment;
}

/** A connection that breaks is tried once more by the SDK itself: only the second break loses the answer. */
const TWICE = 2;

describe("an authorisation", () => {
  test.each<[FaultAction, number]>([
    ["timeout:after-commit", 1],
    ["reset:after-commit", TWICE],
    ["status:500:after-commit", 1],
    ["status:503:after-commit", 1],
    ["truncate", TWICE],
    ["garbage", 1],
    ["status:409:before-commit", 2],
    ["status:429:before-commit", 2],
    ["reset:before-commit", 1],
  ])("is told although its answer met %s", async (action, times) => {
    const command = await opened();
    fault("payment_intents.confirm", action, times);
    const outcome = await meeting(action, (context) => psp.authorise(context, command));
    expect(outcome).toMatchObject({ is: "authorised", providerId: command.providerId });
    expect(effectsAtStripe(simulator, command.paymentId)).toEqual(["authorise"]);
  });

  test.each<[FaultAction, number]>([
    ["timeout:before-commit", 1],
    ["reset:before-commit", TWICE],
    ["status:500:before-commit", 1],
    ["status:409:before-commit", 10],
  ])("that never arrived (%s) is unknown, and then found missing", async (action, times) => {
    const command = await opened();
    fault("payment_intents.confirm", action, times);
    expect(await meeting(action, (context) => psp.authorise(context, command))).toMatchObject({
      is: "unknown",
    });
    expect(await psp.query(under(), command)).toEqual({ state: "missing", providerId: command.providerId });
  });

  test("is unknown, not wrong, while Stripe cannot be asked at all", async () => {
    const command = await opened();
    fault("payment_intents.confirm", "timeout:after-commit");
    fault("payment_intents.retrieve", "status:503:before-commit", 3);
    expect(await impatiently((context) => psp.authorise(context, command))).toMatchObject({ is: "unknown" });
    expect(await psp.query(under(), command)).toMatchObject({ state: "authorised" });
  });

  test.each<[string, FaultAction, object]>([
    ["payment_methods.create", "timeout:after-commit", { is: "authorised" }],
    ["payment_methods.create", "status:500:before-commit", { is: "authorised" }],
    ["payment_methods.create", "error:parameter_invalid", { is: "error", reason: "parameter_invalid" }],
  ])("whose card (%s) met %s comes to what that allows", async (operation, action, expected) => {
    const command = await opened();
    fault(operation, action);
    expect(await meeting(action, (context) => psp.authorise(context, command))).toMatchObject(expected);
  });

  test.each([
    ["4000000000000002", { is: "refused", reason: "generic_decline", canRetry: true }],
    ["4000000000009995", { is: "refused", reason: "insufficient_funds", canRetry: true }],
    ["4000000000009987", { is: "refused", reason: "lost_card", canRetry: false }],
    ["4000000000000069", { is: "refused", reason: "expired_card", canRetry: false }],
    ["4000000000000127", { is: "refused", reason: "incorrect_cvc" }],
    ["4100000000000019", { is: "refused", reason: "suspected_fraud" }],
    ["4242424242424241", { is: "refused", reason: "incorrect_number", canRetry: false }],
    ["4000008400001280", { is: "refused", reason: "authentication_failed" }],
    ["4000000000003055", { is: "authorised", threeDs: { required: false } }],
  ])("with %s is %o", async (number, expected) => {
    const command = await opened(number);
    expect(await psp.authorise(under(), command)).toMatchObject({
      ...expected,
      providerId: command.providerId,
    });
  });

  test("below Stripe's least amount cannot be opened", async () => {
    expect(await psp.prepare?.(under(), authoriseCommand(GOOD, { amount: 29 }))).toEqual({
      is: "error",
      reason: "amount_too_small",
    });
  });

  test("opened again under its key after a lost answer is the same one", async () => {
    const command = authoriseCommand(GOOD);
    const context = under();
    fault("payment_intents.create", "timeout:after-commit");
    const lost = impatiently(async (hurried) => psp.prepare?.(hurried, command), context);
    expect(await lost).toMatchObject({ is: "unknown" });
    const [first, second] = [await psp.prepare?.(context, command), await psp.prepare?.(context, command)];
    expect(first).toMatchObject({ is: "prepared" });
    expect(second).toEqual(first);
    expect(atStripe(simulator, command.paymentId)).toHaveLength(1);
  });

  test("leaves neither the card's number nor its code in what is kept or logged", async () => {
    const { paymentId } = await authorised();
    const kept = JSON.stringify([atStripe(simulator, paymentId), simulator.log.entries()]);
    expect(kept).toContain("4242");
    expect(kept).not.toContain(GOOD);
    // By itself: the digits may well be in somebody's id.
    expect(kept).not.toMatch(/(?<!\w)987(?!\w)/u);
  });
});

describe("3D Secure", () => {
  async function challenged(number: string) {
    const command = await opened(number);
    const outcome = await psp.authorise(under(), command);
    if (outcome.is !== "challenge") throw new Error(`Not challenged: ${outcome.is}`);
    return { command, outcome, complete: () => psp.complete3ds(under(), command, {}) };
  }

  test("brings the payer back by GET to where they came from", async () => {
    const { command, outcome } = await challenged("4000002500003155");
    const back = await answerBank(outcome.challenge, "pass");
    expect(`${back?.origin}${back?.pathname}`).toBe(command.threeDsReturnUrl);
    expect(back?.searchParams.get("payment_intent")).toBe(command.providerId);
    expect(await answerBank(outcome.challenge, "fail")).toBeNull();
  });

  test.each([
    ["4000008400001629", "pass", { is: "refused", reason: "generic_decline" }],
    ["4000008260003178", "pass", { is: "refused", reason: "insufficient_funds" }],
    ["4000002760003184", "pass", { is: "authorised" }],
    ["4000002760003184", "fail", { is: "refused", reason: "authentication_failed" }],
  ] as const)("with %s and a payer who does %s is %o", async (number, answer, expected) => {
    const { outcome, complete } = await challenged(number);
    await answerBank(outcome.challenge, answer);
    expect(await complete()).toMatchObject({ ...expected, threeDs: { required: true } });
  });

  test("is unknown while Stripe cannot be asked, and decided when the payer comes back twice", async () => {
    const { command, outcome, complete } = await challenged("4000002500003155");
    await answerBank(outcome.challenge, "pass");
    fault("payment_intents.retrieve", "timeout:before-commit");
    expect(await impatiently((context) => psp.complete3ds(context, command, {}))).toMatchObject({
      is: "unknown",
    });
    expect(await complete()).toMatchObject({ is: "authorised" });
    expect(await complete()).toMatchObject({ is: "authorised" });
  });
});

describe("a saved card", () => {
  const SAVE = { agreementId: newId(), description: "Membership", use: "instalment" } as const;

  async function later(number: string) {
    const { savedCard = {} } = await authorised(number, { saveFor: SAVE });
    return {
      paymentId: newId(),
      amount: 900,
      description: "Next",
      agreementId: SAVE.agreementId,
      use: "instalment",
      providerId: null,
      token: savedCard,
    } as const;
  }

  test("whose bank declines once is not tried a second time, however late it is asked about", async () => {
    const command = await later("4000000000000341");
    const opening = await psp.prepare?.(under(), command);
    const providerId = opening?.is === "prepared" ? opening.providerId : "";
    const first = await psp.authoriseSavedCard(under(), { ...command, providerId });
    expect(first).toMatchObject({ is: "refused", reason: "insufficient_funds" });
    simulator.clock.advance(25 * 3_600_000);
    expect(await psp.authoriseSavedCard(under(), { ...command, providerId })).toEqual(first);
    expect(atStripe(simulator, command.paymentId)[0]?.charges).toHaveLength(1);
  });

  test("is charged once when the answer was lost", async () => {
    const command = await later(GOOD);
    fault("payment_intents.confirm", "timeout:after-commit");
    expect(await impatiently((context) => psp.authoriseSavedCard(context, command))).toMatchObject({
      is: "authorised",
    });
    expect(effectsAtStripe(simulator, command.paymentId)).toEqual(["authoriseSavedCard"]);
  });

  test("is deleted also where the answer was lost, and where it was gone already", async () => {
    const { token } = await later(GOOD);
    fault("payment_methods.detach", "status:500:after-commit");
    expect(await psp.deleteSavedCard(under(), token)).toEqual({ is: "done" });
    expect(await psp.deleteSavedCard(under(), token)).toEqual({ is: "done" });
    expect(await psp.deleteSavedCard(under(), { paymentMethodId: "pm_unheardof" })).toEqual({ is: "done" });
  });
});

describe("a capture", () => {
  test.each<[FaultAction, number]>([
    ["timeout:after-commit", 1],
    ["reset:after-commit", TWICE],
    ["status:500:after-commit", 1],
    ["garbage", 1],
  ])("that met %s is told, with its fee", async (action, times) => {
    const { providerId, paymentId } = await authorised();
    fault("payment_intents.capture", action, times);
    expect(await meeting(action, (context) => psp.capture(context, providerId, 2400))).toEqual({
      is: "done",
      capturedOn: "2026-03-02",
      feePence: 56,
    });
    expect(effectsAtStripe(simulator, paymentId)).toEqual(["authorise", "capture"]);
  });

  test("that never arrived is unknown, and made when it is asked for again", async () => {
    const { providerId } = await authorised();
    const context = under();
    fault("payment_intents.capture", "timeout:before-commit");
    const lost = impatiently((hurried) => psp.capture(hurried, providerId, 2400), context);
    expect(await lost).toMatchObject({ is: "unknown" });
    expect(await psp.capture(context, providerId, 2400)).toMatchObject({ is: "done" });
  });

  test("goes on under a further key when Stripe keeps a fault as the answer to the first", async () => {
    const { providerId } = await authorised();
    const context = under();
    fault("payment_intents.capture", "status:500:before-commit");
    expect(await psp.capture(context, providerId, 2400)).toMatchObject({ is: "unknown" });
    const second = { psp: "stripe", operation: "payment_intents.capture", nth: 2 } as const;
    simulator.faults.add({ ...second, do: "status:500:before-commit" });
    expect(await psp.capture(context, providerId, 2400)).toMatchObject({ is: "unknown" });
    expect(await psp.capture(context, providerId, 2400)).toMatchObject({ is: "done" });
    const keys = simulator.log
      .entries()
      .filter(({ operation }) => operation === second.operation)
      .map(({ headers, status }) => [headers["idempotency-key"]?.split("/").slice(1).join("/"), status]);
    expect(keys).toEqual([
      ["capture", 500],
      ["capture", 500],
      ["capture/2", 500],
      ["capture", 500],
      ["capture/2", 500],
      ["capture/3", 200],
    ]);
  });

  test("of an authorisation that lapsed is refused, and that it lapsed can be asked", async () => {
    const payment = await authorised();
    simulator.clock.advance(8 * 86_400_000);
    expect(await psp.capture(under(), payment.providerId, 2400)).toEqual({
      is: "rejected",
      reason: "payment_intent_unexpected_state",
    });
    expect(await psp.query(under(), payment)).toMatchObject({ state: "expired" });
  });
});

describe("a refund", () => {
  test.each<[FaultAction, number]>([
    ["timeout:after-commit", 1],
    ["reset:after-commit", TWICE],
    ["status:500:after-commit", 1],
    ["truncate", TWICE],
  ])("that met %s is made once", async (action, times) => {
    const { providerId, paymentId } = await captured();
    fault("refunds.create", action, times);
    const refundId = newId();
    const answer = await meeting(action, (context) => psp.refund(context, providerId, refundId, 400));
    expect(answer).toEqual({ is: "done" });
    expect(await psp.queryRefund?.(under(), providerId, refundId)).toBe("succeeded");
    expect(atStripe(simulator, paymentId)[0]?.refunds).toHaveLength(1);
  });

  test("is found also a day after Stripe has forgotten its key", async () => {
    const { providerId, paymentId } = await captured();
    const refundId = newId();
    await psp.refund(under(), providerId, refundId, 400);
    simulator.clock.advance(25 * 3_600_000);
    expect(await psp.refund(under(), providerId, refundId, 400)).toEqual({ is: "done" });
    expect(atStripe(simulator, paymentId)[0]?.refunds).toHaveLength(1);
  });

  test("that never arrived is unknown, then missing, then made", async () => {
    const { providerId } = await captured();
    const refundId = newId();
    fault("refunds.create", "timeout:before-commit");
    const lost = impatiently((context) => psp.refund(context, providerId, refundId, 400));
    expect(await lost).toMatchObject({ is: "unknown" });
    expect(await psp.queryRefund?.(under(), providerId, refundId)).toBe("missing");
    expect(await psp.refund(under(), providerId, refundId, 400)).toEqual({ is: "done" });
  });

  test("that Stripe still works on is accepted, and settles later", async () => {
    const { providerId } = await captured("4000000000007726");
    const refundId = newId();
    expect(await psp.refund(under(), providerId, refundId, 400)).toEqual({ is: "accepted" });
    expect(await psp.queryRefund?.(under(), providerId, refundId)).toBe("pending");
    simulator.clock.advance(86_400_000);
    expect(await psp.queryRefund?.(under(), providerId, refundId)).toBe("succeeded");
  });

  test("that fails later gives its amount back", async () => {
    const payment = await captured("4000000000005126");
    const refundId = newId();
    expect(await psp.refund(under(), payment.providerId, refundId, 2400)).toEqual({ is: "done" });
    simulator.clock.advance(86_400_000);
    expect(await psp.queryRefund?.(under(), payment.providerId, refundId)).toBe("failed");
    expect(await psp.query(under(), payment)).toMatchObject({ state: "captured", refundedPence: 0 });
  });

  test("of a disputed payment is refused", async () => {
    const { providerId } = await captured("4000000000000259");
    expect(await psp.refund(under(), providerId, newId(), 1)).toMatchObject({
      is: "rejected",
      reason: "charge_disputed",
    });
  });
});

describe("credentials", () => {
  test("that open an account are good, of a platform too", async () => {
    expect(await psp.checkCredentials?.(credentials, false)).toEqual({ is: "good" });
    const connect = credentialsAt(simulator, {
      mode: "connect",
      accountId: "acct_service0000000001".slice(0, 21),
    });
    expect(await psp.checkCredentials?.(connect, false)).toEqual({ is: "good" });
  });

  test.each<[string, Record<string, unknown>]>([
    ["a key of nobody's", { secretKey: "sk_test_short" }],
    ["an account that is not the platform's", { mode: "connect", accountId: "acct_nobody" }],
    ["a live key", { secretKey: `sk_live_${newId()}`, apiBase: undefined }],
    ["a publishable key", { secretKey: `pk_test_${newId()}` }],
    ["a Stripe on another computer", { apiBase: "http://192.0.2.1" }],
  ])("with %s are bad, and not repeated", async (_, changes) => {
    const given = credentialsAt(simulator, changes);
    const verdict = await psp.checkCredentials?.(given, false);
    expect(verdict).toMatchObject({ is: "bad" });
    expect(JSON.stringify(verdict)).not.toContain(String(given["secretKey"]).slice(8));
  });

  test("cannot be judged while Stripe is away", async () => {
    fault("balance.retrieve", "status:503:before-commit");
    expect(await psp.checkCredentials?.(credentials, false)).toMatchObject({ is: "unknown" });
  });

  test("that went wrong later authorise nothing, and leave captures and refunds open", async () => {
    const { providerId } = await authorised();
    const wrong = { ...under(), credentials: { ...credentials, secretKey: "sk_test_short" } };
    expect(await psp.authorise(wrong, authoriseCommand(GOOD))).toMatchObject({ is: "error" });
    expect(await psp.capture(wrong, providerId, 2400)).toMatchObject({ is: "unknown" });
    expect(await psp.void(wrong, providerId)).toMatchObject({ is: "unknown" });
    expect(await psp.refund(wrong, providerId, newId(), 1)).toMatchObject({ is: "unknown" });
    expect(await psp.query(wrong, { paymentId: newId(), providerId })).toEqual({ state: "unknown" });
  });

  test("for testing are not used for a live payment", async () => {
    const live = { ...under(), live: true };
    expect(await psp.authorise(live, authoriseCommand(GOOD))).toMatchObject({ is: "error" });
    expect(simulator.log.entries()).toEqual([]);
  });
});
