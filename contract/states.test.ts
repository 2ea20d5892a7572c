import { describe, expect, it } from "vitest";
import {
  AGREEMENT_STATUSES,
  AGREEMENT_STEPS,
  DISPUTE_STATUSES,
  DISPUTE_STEPS,
  FINISHED_STATUSES,
  isFinished,
  PAYMENT_STATUSES,
  PAYMENT_STEPS,
  paymentStatusesBefore,
  REFUND_STATUSES,
  REFUND_STEPS,
  STATE_MESSAGES,
  statesMarkdown,
  stepPayment,
  type PaymentFacts,
  type PaymentStatus,
  type PaymentTrigger,
  type StateCode,
} from "./states";

interface Row {
  readonly from: string | null;
  readonly on: string;
  readonly if?: string;
  readonly to: string;
  readonly code?: StateCode;
}

const LIFECYCLES = {
  payment: { steps: PAYMENT_STEPS as readonly Row[], statuses: PAYMENT_STATUSES as string[] },
  refund: { steps: REFUND_STEPS as readonly Row[], statuses: REFUND_STATUSES as string[] },
  agreement: { steps: AGREEMENT_STEPS as readonly Row[], statuses: AGREEMENT_STATUSES as string[] },
  dispute: { steps: DISPUTE_STEPS as readonly Row[], statuses: DISPUTE_STATUSES as string[] },
};

const TRIGGERS = [...new Set(PAYMENT_STEPS.map(({ on }) => on))].filter(
  (on): on is PaymentTrigger => on !== "create",
);

const MODES = ["web", "moto_api", "agreement"] as const;
const FACTS: PaymentFacts[] = MODES.flatMap((authorisationMode) =>
  [true, false].map((delayedCapture) => ({ authorisationMode, delayedCapture })),
);

/** Written out anew, so that a slip in the table's own reading of conditions shows. */
const CONDITIONS: Readonly<Record<string, (facts: PaymentFacts) => boolean>> = {
  delayed_capture: ({ delayedCapture }) => delayedCapture,
  "not delayed_capture": ({ delayedCapture }) => !delayedCapture,
  moto_api: ({ authorisationMode }) => authorisationMode === "moto_api",
  agreement: ({ authorisationMode }) => authorisationMode === "agreement",
};

/** Rows of the payment's table that apply; a lawful table never has two. */
function rowsFor(status: PaymentStatus, trigger: PaymentTrigger, facts: PaymentFacts): Row[] {
  return LIFECYCLES.payment.steps.filter((row) => {
    if (row.from !== status || row.on !== trigger) return false;
    return row.if === undefined || CONDITIONS[row.if]?.(facts) === true;
  });
}

const cases = PAYMENT_STATUSES.flatMap((status) => TRIGGERS.map((trigger) => ({ status, trigger })));

describe("a payment", () => {
  it.each(cases)("in $status, on $trigger, follows its one row or stays", ({ status, trigger }) => {
    for (const facts of FACTS) {
      const rows = rowsFor(status, trigger, facts);
      expect(rows.length).toBeLessThanOrEqual(1);
      const [row] = rows;
      const expected = row && { to: row.to, ...(row.code && { code: row.code }) };
      expect(stepPayment(status, trigger, facts)).toEqual(expected);
    }
  });

  it("has no condition that cannot be read", () => {
    for (const { if: condition } of LIFECYCLES.payment.steps) {
      expect(condition === undefined || Object.hasOwn(CONDITIONS, condition)).toBe(true);
    }
  });

  it("never moves once it is over, except for a capture that is refused for good", () => {
    const moves = FINISHED_STATUSES.flatMap((status) =>
      TRIGGERS.filter((trigger) => FACTS.some((facts) => stepPayment(status, trigger, facts))).map(
        (trigger) => `${status} ${trigger}`,
      ),
    );
    expect(moves).toEqual(["success captureRefused"]);
  });

  it("is over in exactly the statuses that nothing but a refused capture leads out of", () => {
    const left = new Set<string | null>(
      PAYMENT_STEPS.filter(({ on }) => on !== "captureRefused").map(({ from }) => from),
    );
    for (const status of PAYMENT_STATUSES) expect(isFinished(status)).toBe(!left.has(status));
  });

  it("always has a way to its end, whatever its mode", () => {
    for (const facts of FACTS) {
      for (const status of PAYMENT_STATUSES.filter((status) => !isFinished(status))) {
        expect(stepPayment(status, "expire", facts)).toEqual({ to: "failed", code: "P0020" });
        expect(stepPayment(status, "fault", facts)).toEqual({ to: "error", code: "P0050" });
      }
    }
  });

  it("has a code, and words for it, exactly where it ends without success", () => {
    for (const { to, code } of LIFECYCLES.payment.steps) {
      expect(code !== undefined).toBe(["failed", "cancelled", "error"].includes(to));
      expect(code === undefined || STATE_MESSAGES[code].startsWith("Payment ")).toBe(true);
    }
  });

  it.each([
    ["decline", "failed", "P0010"],
    ["expire", "failed", "P0020"],
    ["cancelByPayer", "failed", "P0030"],
    ["cancelByService", "cancelled", "P0040"],
    ["fault", "error", "P0050"],
    ["captureRefused", "error", "P0050"],
  ] as const)("ends on %s as %s with %s, from wherever that is lawful", (trigger, to, code) => {
    const rows = LIFECYCLES.payment.steps.filter(({ on }) => on === trigger);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toMatchObject({ to, code });
  });

  it("can be cancelled by its service before it is over, by its payer between start and confirmation", () => {
    expect(paymentStatusesBefore("cancelByService")).toEqual([
      "created",
      "started",
      "submitted",
      "capturable",
    ]);
    expect(paymentStatusesBefore("cancelByPayer")).toEqual(["started", "submitted"]);
  });

  it("is captured only where it waits for that", () => {
    expect(paymentStatusesBefore("capture")).toEqual(["capturable"]);
  });

  it.each([
    ["web", "authorise", ["started"]],
    ["moto_api", "authorise", ["created", "started"]],
    ["agreement", "takeSavedCard", ["created"]],
    ["web", "takeSavedCard", []],
    ["moto_api", "takeSavedCard", []],
  ] as const)("in mode %s can %s from %j", (authorisationMode, trigger, from) => {
    const facts = { authorisationMode, delayedCapture: false };
    expect(PAYMENT_STATUSES.filter((status) => stepPayment(status, trigger, facts))).toEqual(from);
  });
});

describe.each(Object.entries(LIFECYCLES))("every %s", (_, { steps, statuses }) => {
  it("begins in one way", () => {
    expect(steps.filter(({ from }) => from === null)).toHaveLength(1);
  });

  it("can reach each of its statuses from its beginning", () => {
    const reached = new Set<string | null>([null]);
    // A set is walked through to what is added on the way.
    for (const status of reached) for (const { from, to } of steps) if (from === status) reached.add(to);
    expect(statuses.filter((status) => !reached.has(status))).toEqual([]);
  });

  it("starts each step in a status that exists", () => {
    for (const { from } of steps) expect(from === null || statuses.includes(from)).toBe(true);
  });

  it("has at most one row for the same status, trigger and condition", () => {
    const keys = steps.map(({ from, on, if: condition }) => `${from} ${on} ${condition}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("has each of its rows in the diagram", () => {
    const diagram = statesMarkdown();
    for (const { from, to, on, if: condition, code } of steps) {
      const arrow = diagram
        .split("\n")
        .filter((line) => line.startsWith(`  ${from ?? "[*]"} --> ${to}: ${on}`))
        .find((line) => line.includes(condition ? `[${condition}]` : on) && line.includes(code ?? on));
      expect(arrow).toBeDefined();
    }
  });
});

it("the diagram has no arrow without a row", () => {
  const rows = Object.values(LIFECYCLES).flatMap(({ steps }) => steps);
  expect(statesMarkdown().match(/ --> /gu)).toHaveLength(rows.length);
});
