import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RefundResource } from "@/contract/refund";
import { database } from "@/db/client";
import { refunds } from "@/db/schema";
import { testAccount } from "@/domain/accounts/test-account";
import type { ServiceCaller } from "@/domain/caller";
import { newId } from "@/domain/new-id";
import { paymentIn } from "@/domain/payments/test-payment";
import { refusalIn, serveApi, type TestApi } from "../../../../test-api";

const NOT_FOUND = { status: 404, code: "P0700", description: "Not found" };

let api: TestApi;
let caller: ServiceCaller;
let key: string;

beforeAll(async () => {
  ({ caller, key } = await testAccount());
  api = await serveApi();
});
afterAll(async () => api.close());

const get = async (paymentId: string, refundId: string, withKey = key) =>
  api.get<RefundResource>(`/v1/payments/${paymentId}/refunds/${refundId}`, { key: withKey });

async function refunded(of = { caller, key }): Promise<RefundResource> {
  const { id } = await paymentIn(of.caller, "success");
  const body = { amount: 200, refund_amount_available: 1200 };
  return (await api.post<RefundResource>(`/v1/payments/${id}/refunds`, body, { key: of.key })).body;
}

describe("a refund", () => {
  test("reads as it was answered at its creation", async () => {
    const refund = await refunded();
    expect(await get(refund.payment_id, refund.refund_id)).toMatchObject({ status: 200, body: refund });
  });

  test("says on which day it was taken from what goes to the bank, once it was", async () => {
    const refund = await refunded();
    await database().update(refunds).set({ settledOn: "2026-03-04" }).where(eq(refunds.id, refund.refund_id));
    expect((await get(refund.payment_id, refund.refund_id)).body.settlement_summary).toEqual({
      settled_date: "2026-03-04",
    });
  });

  test("is not found by an unknown or malformed id, under another payment, or by another account", async () => {
    const [one, other] = [await refunded(), await refunded()];
    const elsewhere = await testAccount();
    const theirs = await refunded(elsewhere);
    for (const [paymentId, refundId, withKey] of [
      [one.payment_id, newId(new Date()), key],
      [one.payment_id, "nonsense", key],
      [one.payment_id, one.refund_id.toUpperCase(), key],
      ["nonsense", one.refund_id, key],
      [newId(new Date()), one.refund_id, key],
      [other.payment_id, one.refund_id, key],
      [one.payment_id, one.refund_id, elsewhere.key],
      [theirs.payment_id, theirs.refund_id, key],
      [one.payment_id, theirs.refund_id, key],
      [one.payment_id, one.payment_id, key],
    ] as const) {
      expect(refusalIn(await get(paymentId, refundId, withKey))).toEqual(NOT_FOUND);
    }
  });
});
