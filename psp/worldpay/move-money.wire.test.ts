import { describe, expect, test } from "vitest";
import {
  NOON,
  closedPort,
  command,
  events,
  held,
  look,
  psp,
  simulator,
  under,
  withSimulator,
} from "./test-over-the-wire";
import { settings } from "./test-worldpay";

withSimulator();

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
