import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database } from "@/db/client";
import { alerts, paymentInstruments, payments, pspOperations } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import { effectsAtWorldpay } from "@/psp/worldpay/test-worldpay";
import { accountTime } from "../accounts/account-time";
import { moveClock } from "../accounts/move-clock";
import { testAccount } from "../accounts/test-account";
import { settleBackground } from "../background";
import type { ServiceCaller } from "../caller";
import { confirmPayment } from "../payments/confirm-payment";
import { answeredCard, opened, operationsOn, testPayment, unlessRefused } from "../payments/test-payment";
import { compareOpenOperations } from "../providers/compare-open-operations";
import { openWorld } from "../providers/test-world";
import type { Agreement } from "./agreement";
import { cancelAgreement } from "./cancel-agreement";
import { deleteDueCards } from "./delete-due-cards";
import { activeAgreement, paymentThatSetUp, savedCards } from "./test-agreement";

const MINUTE = 60_000;
const YEAR_SECONDS = 365 * 24 * 3600;

let drop: () => Promise<void>;

beforeAll(async () => {
  // Deletions are due to whoever asks: here they are to be this suite's alone.
  drop = await ownTestDatabase();
});
afterAll(async () => drop());

function keyOf({ account: { serviceId, id: accountId } }: ServiceCaller) {
  return { serviceId, accountId };
}

type Discard = (caller: ServiceCaller, agreement: Agreement, now: Date) => Promise<void>;

const cancel: Discard = async (caller, { id }, now) => {
  unlessRefused(await cancelAgreement(caller, id, now));
};

const replaceCard: Discard = async (caller, { id }, now) => {
  const payment = await opened(await testPayment(caller, { set_up_agreement: id }, now));
  unlessRefused(await confirmPayment(await answeredCard(payment, caller), now));
};

test.each([
  ["cancelled", cancel],
  ["given another card", replaceCard],
])("an agreement that is %s by a test clock hastens nobody else's deletion", async (_, discard) => {
  const { caller: other } = await testAccount();
  await activeAgreement(other);
  // Its bank could not be reached just now.
  await database()
    .update(paymentInstruments)
    .set({ deletionDueAt: new Date(Date.now() + 5 * MINUTE) });
  const before = await savedCards(other);

  const { caller } = await testAccount();
  const agreement = await activeAgreement(caller);
  const now = new Date();
  const { account } = unlessRefused(await moveClock(caller, YEAR_SECONDS, now));
  await discard(caller, agreement, accountTime(account, now));
  await settleBackground();
  expect(await savedCards(other)).toEqual(before);
  expect((await savedCards(caller))[0]).toMatchObject({ savedCard: null, deletionDueAt: null });
});

describe("the deletion of a card", () => {
  test("is in the journal beside the payment that saved it, and there is nothing to do again", async () => {
    const { caller } = await testAccount();
    const agreement = await activeAgreement(caller);
    await cancel(caller, agreement, new Date());
    await settleBackground();
    const [card] = await savedCards(caller);
    const payment = await paymentThatSetUp(agreement);
    expect(card).toMatchObject({ savedCard: null, deletionDueAt: null });
    expect((await operationsOn(payment)).deleteSavedCard).toMatchObject({
      key: `deleteSavedCard:${card?.id}`,
      state: "answered",
      tries: 1,
      answer: { is: "done" },
    });
    expect(await deleteDueCards(new Date(Date.now() + 60 * MINUTE), keyOf(caller))).toBe(0);
  });

  test("is asked for once, however many clocks are at it", async () => {
    const { caller } = await testAccount();
    await activeAgreement(caller);
    await database()
      .update(paymentInstruments)
      .set({ deletionDueAt: new Date() })
      .where(eq(paymentInstruments.accountId, caller.account.id));
    const counts = await Promise.all(
      Array.from({ length: 5 }, async () => deleteDueCards(new Date(), keyOf(caller))),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await deleteDueCards(new Date(Date.now() + 60 * MINUTE), keyOf(caller))).toBe(0);
  });

  test("outlives the payment that the card was saved with", async () => {
    const { caller } = await testAccount();
    const agreement = await activeAgreement(caller);
    const payment = await paymentThatSetUp(agreement);
    await database().update(payments).set({ savedInstrumentId: null }).where(eq(payments.id, payment.id));
    await cancel(caller, agreement, new Date());
    await settleBackground();
    const [card] = await savedCards(caller);
    expect(card).toMatchObject({ savedCard: null, deletionDueAt: null });
    const [entry] = await database()
      .select()
      .from(pspOperations)
      .where(eq(pspOperations.key, `deleteSavedCard:${card?.id}`));
    expect(entry).toMatchObject({ paymentId: null, state: "answered" });
  });

  test.each(["error:8", "error:2"] as const)(
    "that its provider does not carry out is asked for ever more rarely, and staff are told: %s",
    async (fault) => {
      const world = await openWorld("worldpay");
      const { caller, simulator } = world;
      const agreement = await activeAgreement(caller);
      simulator.faults.add({ psp: "worldpay", operation: "deleteToken", times: 99, do: fault });
      await cancel(caller, agreement, new Date());
      await settleBackground();

      const pauses = [];
      while (pauses.length < 6) {
        const [card] = await savedCards(caller);
        const due = card?.deletionDueAt?.getTime() ?? 0;
        pauses.push(Math.round((due - Date.now()) / 1000));
        expect(await deleteDueCards(new Date(due - 1), keyOf(caller))).toBe(0);
        expect(await deleteDueCards(new Date(due), keyOf(caller))).toBe(1);
      }
      expect(pauses).toEqual([15, 60, 5 * 60, 15 * 60, 60 * 60, 60 * 60]);

      const payment = await paymentThatSetUp(agreement);
      expect((await operationsOn(payment)).deleteSavedCard).toMatchObject({ state: "unknown", tries: 7 });
      expect(await compareOpenOperations(new Date())).toBe(0);
      for (const told of [1, 0])
        expect(await compareOpenOperations(new Date(Date.now() + 61 * MINUTE))).toBe(told);
      expect(await database().select().from(alerts).where(eq(alerts.paymentId, payment.id))).toMatchObject([
        { kind: "operationUnresolved", details: { operation: "deleteSavedCard" } },
      ]);

      simulator.faults.clear();
      await deleteDueCards(new Date(Date.now() + 61 * MINUTE), keyOf(caller));
      expect((await savedCards(caller))[0]).toMatchObject({ savedCard: null, deletionDueAt: null });
      expect(effectsAtWorldpay(simulator, payment.id)).toContain("deleteSavedCard");
      await world.close();
    },
  );
});
