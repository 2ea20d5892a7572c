import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { database } from "@/db/client";
import { alerts, auditLog, pspOperations, refunds } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import { testAccount } from "../accounts/test-account";
import { settleBackground } from "../background";
import type { Account, StaffCaller } from "../caller";
import type { Payment } from "../payments/payment";
import { paymentIn, readPayment } from "../payments/test-payment";
import { actOnRefund } from "../providers/act-on-refund";
import { compareOpenOperations } from "../providers/compare-open-operations";
import { CARRY_OUT, DONE } from "../providers/test-operations";
import { loseAllPatience } from "../providers/test-patience";
import { settledEnd } from "../providers/test-end";
import { openWorld, recover, type World } from "../providers/test-world";
import { findAccountStaff } from "../staff/find-caller-of";
import { testStaff } from "../staff/test-staff";
import { checkRefunds } from "./check-refunds";
import { decideRefund, REFUND_DECISIONS, type RefundDecision } from "./decide-refund";
import { listLostRefunds, type LostRefund } from "./find-lost-refunds";
import type { Refund } from "./refund";
import { refundDue, refundOperation } from "./refund-due";
import { lostRefund } from "./test-refund";

const HOUR = 3_600_000;

let drop: () => Promise<void>;

beforeAll(async () => {
  // Clocks look at everything there is: here it is to be this suite's alone.
  drop = await ownTestDatabase();
});
afterAll(async () => drop());

async function staffOf(account: Account): Promise<StaffCaller> {
  const { id, email } = await testStaff({ serviceId: account.serviceId, role: "view_and_refund" });
  const member = { id, email, name: "Robin", operator: false };
  const found = await findAccountStaff(
    { kind: "staff", member, address: null, noted: { acts: 0 } },
    account.id,
  );
  if (!found) throw new Error("Not a member");
  return { ...found, reason: "Looked at the provider" };
}

function keyOf({ refund, askedAt }: LostRefund) {
  return { paymentId: refund.paymentId, refundId: refund.id, askedAt };
}

async function read({ id }: Refund): Promise<Refund> {
  const [refund] = await database().select().from(refunds).where(eq(refunds.id, id));
  if (!refund) throw new Error("It has gone");
  return refund;
}

async function alertsOn({ id }: Payment) {
  return database().select().from(alerts).where(eq(alerts.paymentId, id));
}

async function auditOn({ id }: Payment) {
  return database().select().from(auditLog).where(eq(auditLog.resourceId, id));
}

describe("a lost refund", () => {
  let caller: StaffCaller;
  let payment: Payment;
  let lost: LostRefund;

  beforeEach(async () => {
    const { account, caller: service } = await testAccount();
    caller = await staffOf(account);
    payment = await paymentIn(service, "success");
    lost = await lostRefund(payment);
  });
  afterEach(settleBackground);

  test.each([
    ["made", "success", 100],
    ["notMade", "error", 0],
  ] as const)(
    "that staff have found %s is %s, with one entry in the audit",
    async (decision, status, refunded) => {
      const decided = await decideRefund(caller, keyOf(lost), decision, new Date());
      expect(decided).toMatchObject({ status });
      expect(await read(lost.refund)).toMatchObject({ status, dueAt: null });
      expect((await readPayment(payment)).refunded).toBe(refunded);
      expect(await auditOn(payment)).toMatchObject([
        {
          what: "decideRefund",
          who: caller.member.email,
          after: { refund: lost.refund.id, amount: 100, decision, reason: caller.reason },
        },
      ]);
      expect(await alertsOn(payment)).toMatchObject([{ settledBy: caller.member.email }]);
      expect(await listLostRefunds(payment)).toEqual([]);
      expect(await compareOpenOperations(new Date(Date.now() + 2 * HOUR))).toBe(0);
    },
  );

  test("is decided once, however many decide it at the same moment", async () => {
    const colleague = await staffOf(caller.account);
    const both = await Promise.all(
      [...REFUND_DECISIONS, ...REFUND_DECISIONS].map((decision, index) =>
        decideRefund(index % 2 ? caller : colleague, keyOf(lost), decision, new Date()),
      ),
    );
    expect(both.filter((outcome) => !("refused" in outcome))).toHaveLength(1);
    expect(both.filter((outcome) => "refused" in outcome)).toEqual(
      Array.from({ length: 5 }, () => ({ refused: "notLost", details: expect.anything() as unknown })),
    );
    expect(await auditOn(payment)).toHaveLength(1);
  });

  test("that its provider tells of meanwhile is what the provider has said", async () => {
    await actOnRefund(notificationTo(payment), {
      type: "refund",
      dedupeKey: "n",
      happenedAt: new Date(),
      refundId: lost.refund.id,
      state: "succeeded",
    });
    for (const decision of REFUND_DECISIONS)
      expect(await decideRefund(caller, keyOf(lost), decision, new Date())).toMatchObject({
        refused: "notLost",
      });
    expect(await read(lost.refund)).toMatchObject({ status: "success" });
    expect(await auditOn(payment)).toEqual([]);
  });

  test.each([
    ["made", "failed", "error", "refundReversed"],
    ["notMade", "succeeded", "error", "unlawfulNotification"],
  ] as const)(
    "that was found %s, and of which its provider then says that it %s, is told to staff",
    async (decision, state, status, kind) => {
      await decideRefund(caller, keyOf(lost), decision, new Date());
      await actOnRefund(notificationTo(payment), {
        type: "refund",
        dedupeKey: "n",
        happenedAt: new Date(),
        refundId: lost.refund.id,
        state,
      });
      expect(await read(lost.refund)).toMatchObject({ status });
      expect((await alertsOn(payment)).map((alert) => alert.kind)).toContain(kind);
    },
  );

  test("that is asked for again and lost again is told again, and is no matter for a page from before", async () => {
    await decideRefund(caller, keyOf(lost), "askAgain", new Date());
    await settleBackground();
    // The sandbox has answered; let that have been lost too.
    const asked = refundOperation(lost.refund);
    await database()
      .update(refunds)
      .set({ status: "submitted", dueAt: null })
      .where(eq(refunds.id, lost.refund.id));
    await database()
      .update(pspOperations)
      .set({ state: "unknown", answeredAt: null, leaseUntil: new Date() })
      .where(eq(pspOperations.key, asked.key));
    expect(await listLostRefunds(payment)).toEqual([]);
    expect(await decideRefund(caller, keyOf(lost), "made", new Date())).toMatchObject({ refused: "notLost" });

    for (const told of [1, 0])
      expect(await compareOpenOperations(new Date(Date.now() + 2 * HOUR))).toBe(told);
    const [again] = await listLostRefunds(payment);
    expect(again?.askedAt.getTime()).toBeGreaterThan(lost.askedAt.getTime());
    expect(await alertsOn(payment)).toMatchObject([{ times: 2, settledAt: null }]);
    expect(await decideRefund(caller, keyOf(lost), "made", new Date())).toMatchObject({ refused: "notLost" });
    expect(await decideRefund(caller, keyOf(again ?? lost), "made", new Date())).toMatchObject({
      status: "success",
    });
  });

  test("that was received again and of which nothing is heard is told again after five days", async () => {
    await decideRefund(caller, keyOf(lost), "askAgain", new Date());
    await settleBackground();
    const longAgo = new Date(Date.now() - 400 * HOUR);
    const values = { status: "submitted", dueAt: null, createdAt: longAgo } as const;
    await database().update(refunds).set(values).where(eq(refunds.id, lost.refund.id));
    const soon = new Date(Date.now() + HOUR);
    expect(await checkRefunds(soon)).toBe(0);
    const later = new Date(Date.now() + 121 * HOUR);
    for (const told of [1, 0]) expect(await checkRefunds(later)).toBe(told);
    expect(await listLostRefunds(payment)).toHaveLength(1);
  });

  test.each([
    ["that staff have not been told of yet", sql`delete from alerts`],
    ["that is asked for again by itself", sql`update refunds set due_at = now() where status = 'submitted'`],
  ])("%s is not for them to decide", async (_, change) => {
    await database().execute(change);
    expect(await listLostRefunds(payment)).toEqual([]);
    expect(await decideRefund(caller, keyOf(lost), "made", new Date())).toMatchObject({ refused: "notLost" });
  });

  test("of another service's payment looks like none", async () => {
    const stranger = await staffOf((await testAccount()).account);
    expect(await decideRefund(stranger, keyOf(lost), "made", new Date())).toMatchObject({
      refused: "notFound",
    });
    expect(await read(lost.refund)).toEqual(lost.refund);
  });
});

function notificationTo({ serviceId, accountId }: Payment) {
  return { serviceId, accountId } as Parameters<typeof actOnRefund>[0];
}

describe("a refund at Worldpay whose answer was lost", () => {
  let world: World;
  let caller: StaffCaller;

  beforeAll(async () => {
    world = await openWorld("worldpay");
    loseAllPatience();
    caller = await staffOf(world.caller.account);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await world.close();
  });

  async function lose(fault: "timeout:before-commit" | "timeout:after-commit"): Promise<Payment> {
    const { simulator } = world;
    const payment = await CARRY_OUT.refund(world, () => {
      simulator.faults.add({ psp: "worldpay", operation: "refund", do: fault });
      simulator.faults.add({ psp: "worldpay", times: 99, do: "notify:drop" });
    });
    await recover(world);
    simulator.faults.clear();
    return payment;
  }

  async function decide(payment: Payment, decision: RefundDecision): Promise<void> {
    const [lost] = await listLostRefunds(payment);
    if (!lost) throw new Error("Not lost");
    expect(await decideRefund(caller, keyOf(lost), decision, new Date())).toHaveProperty("id");
    await settleBackground();
    await recover(world);
  }

  test.each([
    ["timeout:before-commit", "askAgain", DONE.refund],
    ["timeout:before-commit", "notMade", "success, refund error"],
    ["timeout:after-commit", "made", DONE.refund],
  ] as const)("%s, and then %s: both have the same in their books", async (fault, decision, end) => {
    const payment = await lose(fault);
    await decide(payment, decision);
    expect(await settledEnd(world, payment)).toBe(end);
    expect(world.simulator.protocols.flatMap((protocol) => protocol.invariants())).toEqual([]);
  });

  test("is never asked for again by a clock", async () => {
    const payment = await lose("timeout:before-commit");
    expect(await refundDue(new Date(Date.now() + 1000 * HOUR))).toBe(0);
    expect(await listLostRefunds(payment)).toHaveLength(1);
  });
});
