import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { ownTestDatabase } from "@/db/test-database";
import type { Fault } from "@/psp/simulator/faults";
import type { Payment } from "../payments/payment";
import { effectsOf, settledEnd } from "./test-end";
import { CARRY_OUT, DONE, LEFT_TO_STAFF, NOT_DONE, OPERATIONS_AT, REQUESTS } from "./test-operations";
import { loseAllPatience } from "./test-patience";
import { openWorld, recover, type SimulatedName, type World } from "./test-world";

let drop: () => Promise<void>;
let world: World;

beforeAll(async () => {
  // Clocks look at everything there is: here it is to be this suite's alone.
  drop = await ownTestDatabase();
});
afterAll(async () => drop());

/** The provider did nothing, and no answer came, or one that says nothing. */
const BEFORE = ["timeout:before-commit", "reset:before-commit", "status:500:before-commit"] as const;
/** The provider did it, and its answer was lost. */
const AFTER = [
  "timeout:after-commit",
  "reset:after-commit",
  "status:500:after-commit",
  "truncate",
  "garbage",
] as const;
/** It says itself that it has done nothing. */
const REFUSALS: Readonly<Record<SimulatedName, readonly string[]>> = {
  stripe: ["status:429:before-commit", "status:409:before-commit"],
  worldpay: ["error:1", "error:8", "error:13", "status:503:before-commit"],
};
const NEWS = [
  "notify:duplicate",
  "notify:reverse",
  "notify:late:50",
  "notify:drop",
  "notify:before-reply",
] as const;

describe.each(["stripe", "worldpay"] as const)("at %s", (name) => {
  beforeAll(async () => {
    // First: a client keeps the patience that it was made with.
    loseAllPatience();
    world = await openWorld(name);
  });
  afterEach(() => {
    world.simulator.faults.clear();
    expect(world.simulator.protocols.flatMap((protocol) => protocol.invariants())).toEqual([]);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await world.close();
  });

  describe.each(OPERATIONS_AT[name])("%s", (operation) => {
    const request = REQUESTS[operation][name] ?? "";
    const trap = (action: string) => () =>
      world.simulator.faults.add({ psp: name, operation: request, do: action as Fault["do"] });

    test.each(AFTER)("has happened once, though its answer met %s", async (action) => {
      const payment = await CARRY_OUT[operation](world, trap(action));
      const ends = operation === "prepare" ? [DONE.prepare, "error"] : [DONE[operation]];
      expect(ends).toContain(await endOf(payment));
      if (operation !== "prepare") expect(effectsOf(world, payment, operation)).toBe(1);
    });

    test.each([...BEFORE, ...REFUSALS[name]])("that met %s happens once or not at all", async (action) => {
      const payment = await CARRY_OUT[operation](world, trap(action));
      const isWorldpaysRefund = operation === "refund" && name === "worldpay";
      const otherwise = isWorldpaysRefund ? LEFT_TO_STAFF : NOT_DONE[operation];
      const end = await endOf(payment);
      expect([DONE[operation], otherwise]).toContain(end);
      if (operation !== "prepare")
        expect(effectsOf(world, payment, operation)).toBe(end === DONE[operation] ? 1 : 0);
    });
  });

  test.each(NEWS)("news that is spoilt changes nothing in the end: %s", async (action) => {
    const { simulator } = world;
    const spoil = () => {
      if (action === "notify:before-reply") simulator.faults.add({ psp: name, times: 9, do: action });
      else simulator.faults.add({ psp: name, times: 99, do: action });
    };
    for (const operation of ["authorise", "complete3ds", "authoriseSavedCard", "capture", "void"] as const) {
      const payment = await CARRY_OUT[operation](world, spoil);
      await new Promise((resolve) => setTimeout(resolve, 60));
      expect(await endOf(payment)).toBe(DONE[operation]);
      simulator.faults.clear();
    }
    const refunded = await CARRY_OUT.refund(world, spoil);
    const isUnheard = name === "worldpay" && action === "notify:drop";
    expect(await endOf(refunded)).toBe(isUnheard ? LEFT_TO_STAFF : DONE.refund);
  });
});

async function endOf(payment: Payment): Promise<string> {
  world.simulator.faults.clear();
  await recover(world);
  return settledEnd(world, payment);
}
