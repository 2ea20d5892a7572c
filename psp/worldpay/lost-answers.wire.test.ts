import { describe, expect, test } from "vitest";
import {
  challenged,
  closedPort,
  command,
  configure,
  events,
  held,
  impatiently,
  look,
  psp,
  simulator,
  under,
  withSimulator,
} from "./test-over-the-wire";
import { answerBank, ordersAtWorldpay } from "./test-worldpay";

withSimulator();

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
