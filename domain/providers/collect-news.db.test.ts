import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database } from "@/db/client";
import { disputes, pspNotifications } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import { testAccount } from "../accounts/test-account";
import { settleBackground } from "../background";
import type { ServiceCaller } from "../caller";
import { refundStatusOf, type Payment } from "../payments/payment";
import { paymentIn, readPayment, write } from "../payments/test-payment";
import { collectNews } from "./collect-news";
import { handleNotifications } from "./handle-notifications";

const DAY = 86_400_000;
const CARDS = { lost: "4000000000000259", won: "4000000000002685" } as const;

let caller: ServiceCaller;
let drop: () => Promise<void>;

beforeAll(async () => {
  // Every open dispute there is is asked about: here only this suite's are to be.
  drop = await ownTestDatabase();
  ({ caller } = await testAccount());
});
afterAll(async () => drop());

async function paid(card: string): Promise<Payment> {
  const payment = await paymentIn(caller, "success", {}, card);
  await settleBackground();
  await handleNotifications(new Date());
  return readPayment(payment);
}

async function disputeOf({ id }: Payment) {
  const [dispute, ...more] = await database().select().from(disputes).where(eq(disputes.paymentId, id));
  expect(more).toEqual([]);
  return dispute;
}

const inDays = (days: number) => new Date(Date.now() + days * DAY + 60_000);

describe("a sandbox card that disputes its payment", () => {
  test.each(["lost", "won"] as const)(
    "opens the dispute right after the capture, is reviewed after seven days and %s after fourteen",
    async (end) => {
      const payment = await paid(CARDS[end]);
      expect(payment).toMatchObject({ status: "success", disputed: true });
      expect(payment.capturedOn).not.toBeNull();
      const opened = await disputeOf(payment);
      expect(opened).toMatchObject({
        status: "needs_response",
        amount: payment.amount,
        accountId: caller.account.id,
      });

      await collectNews(inDays(6));
      expect((await disputeOf(payment))?.status).toBe("needs_response");
      await collectNews(inDays(7));
      expect((await disputeOf(payment))?.status).toBe("under_review");
      await collectNews(inDays(14));
      expect((await disputeOf(payment))?.status).toBe(end);
      expect(refundStatusOf(await readPayment(payment))).toBe(end === "won" ? "available" : "unavailable");
      expect((await disputeOf(payment))?.netAmount).toBe(end === "won" ? null : -(payment.amount + 1500));
    },
  );

  test("is told of once, however often it is asked about", async () => {
    const payment = await paid(CARDS.lost);
    await Promise.all([1, 2, 3].map(async () => collectNews(inDays(15))));
    await handleNotifications(inDays(15));
    const told = await database()
      .select({ state: pspNotifications.state })
      .from(pspNotifications)
      .where(eq(pspNotifications.accountId, payment.accountId));
    expect(new Set(told.map(({ state }) => state))).toEqual(new Set(["handled"]));
    expect((await disputeOf(payment))?.status).toBe("lost");
  });

  test("is asked about however many are open at providers that tell of theirs themselves", async () => {
    const elsewhere = await write(await paid(CARDS.lost), { paymentProvider: "stripe" });
    await database()
      .update(disputes)
      .set({ createdAt: new Date(0) })
      .where(eq(disputes.paymentId, elsewhere.id));
    const payment = await paid(CARDS.lost);
    await collectNews(inDays(15), undefined, 1);
    expect((await disputeOf(payment))?.status).toBe("lost");
    expect((await disputeOf(elsewhere))?.status).toBe("needs_response");
    await write(elsewhere, { paymentProvider: "sandbox" });
  });

  test("is the only one: an ordinary card disputes nothing", async () => {
    const payment = await paid("4444333322221111");
    await collectNews(inDays(15));
    expect(await disputeOf(payment)).toBeUndefined();
    expect(payment.disputed).toBe(false);
  });
});
