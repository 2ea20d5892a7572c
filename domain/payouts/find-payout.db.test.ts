import { beforeAll, expect, test } from "vitest";
import { database } from "@/db/client";
import { payoutLines, payouts } from "@/db/schema";
import { testAccount } from "../accounts/test-account";
import type { ServiceCaller } from "../caller";
import { newId } from "../new-id";
import { eachPayoutLine, findPayout, listPayoutLines, sumPayout } from "./find-payout";
import type { Payout } from "./payout";
import { searchPayouts } from "./search-payouts";

const PAYMENTS = 2500;

let caller: ServiceCaller;
let payout: Payout;

async function stored(arrivesOn: string, amount = 0): Promise<Payout> {
  const { serviceId, id: accountId } = caller.account;
  const id = newId(new Date());
  const [row] = await database()
    .insert(payouts)
    .values({
      serviceId,
      accountId,
      id,
      createdAt: new Date(),
      providerId: `po_${id}`,
      status: "paid" as const,
      amount,
      arrivesOn,
      reconciledAt: new Date(),
    })
    .returning();
  if (!row) throw new Error("Not stored");
  return row;
}

beforeAll(async () => {
  ({ caller } = await testAccount());
  payout = await stored("2026-05-01", PAYMENTS * 980 - 500);
  const { serviceId, id: payoutId } = payout;
  const part = { serviceId, payoutId };
  await database()
    .insert(payoutLines)
    .values([
      ...Array.from({ length: PAYMENTS }, (_, index) => ({
        ...part,
        providerId: `txn_${String(index).padStart(5, "0")}`,
        kind: "payment" as const,
        gross: 1000,
        fee: 20,
        net: 980,
      })),
      { ...part, providerId: "txn_refund", kind: "refund", gross: -500, fee: 0, net: -500 },
    ]);
});

test("a payout's parts are added up by kind, and together they are the payout", async () => {
  const sums = await sumPayout(payout);
  expect(sums).toEqual([
    { kind: "payment", parts: PAYMENTS, gross: PAYMENTS * 1000, fee: PAYMENTS * 20, net: PAYMENTS * 980 },
    { kind: "refund", parts: 1, gross: -500, fee: 0, net: -500 },
  ]);
  expect(sums.reduce((total, { net }) => total + net, 0)).toBe(payout.amount);
});

test("its file has each part once, however many there are", async () => {
  const ids: string[] = [];
  for await (const batch of eachPayoutLine(payout)) ids.push(...batch.map(({ providerId }) => providerId));
  expect(ids.length).toBe(PAYMENTS + 1);
  expect(new Set(ids).size).toBe(PAYMENTS + 1);
  const [tenth] = await listPayoutLines(payout, 1, 9);
  expect(tenth?.providerId).toBe(ids[9]);
});

test("payouts are listed by the day on which they arrive, latest first, page by page", async () => {
  const later = await stored("2026-06-01");
  const earlier = await stored("2026-04-01");
  const found = await searchPayouts(caller, { page: 1, display_size: 2 });
  expect(found).toMatchObject({ total: 3, rows: [{ id: later.id }, { id: payout.id }] });
  expect(await searchPayouts(caller, { page: 2, display_size: 2 })).toMatchObject({
    rows: [{ id: earlier.id }],
  });
  expect(await searchPayouts(caller, { page: 3, display_size: 2 })).toMatchObject({
    refused: "pageNotFound",
  });
});

test("another service's payout looks like none", async () => {
  const { caller: stranger } = await testAccount();
  expect(await findPayout(stranger, payout.id)).toBeUndefined();
  expect(await findPayout(caller, "nonsense")).toBeUndefined();
  expect(await findPayout(caller, payout.id)).toMatchObject({ id: payout.id });
  expect(await searchPayouts(stranger, { page: 1, display_size: 2 })).toMatchObject({ total: 0 });
});
