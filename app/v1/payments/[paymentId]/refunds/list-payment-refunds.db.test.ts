import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PaymentRefunds, RefundResource } from "@/contract/refund";
import { testAccount } from "@/domain/accounts/test-account";
import type { ServiceCaller } from "@/domain/caller";
import { newId } from "@/domain/new-id";
import { aged, paymentIn, readPayment, testPayment } from "@/domain/payments/test-payment";
import { refusalIn, serveApi, type TestApi } from "../../../test-api";

const NOT_FOUND = { status: 404, code: "P0800", description: "Not found" };

let api: TestApi;
let caller: ServiceCaller;
let key: string;

beforeAll(async () => {
  ({ caller, key } = await testAccount());
  api = await serveApi();
});
afterAll(async () => api.close());

const list = async (id: string, withKey = key) =>
  api.get<PaymentRefunds>(`/v1/payments/${id}/refunds`, { key: withKey });

describe("a payment's refunds", () => {
  test("are all there are, oldest first, in the specification's shape", async () => {
    const [payment, other] = [await paymentIn(caller, "success"), await paymentIn(caller, "success")];
    const made: RefundResource[] = [];
    for (const [amount, available] of [
      [100, 1200],
      [200, 1100],
      [300, 900],
    ]) {
      const body = { amount, refund_amount_available: available };
      const answer = await api.post<RefundResource>(`/v1/payments/${payment.id}/refunds`, body, { key });
      made.push(answer.body);
    }
    await api.post(`/v1/payments/${other.id}/refunds`, { amount: 1, refund_amount_available: 1200 }, { key });

    const base = `http://localhost:3000/v1/payments/${payment.id}`;
    expect(await list(payment.id)).toMatchObject({ status: 200 });
    expect((await list(payment.id)).body).toEqual({
      payment_id: payment.id,
      _links: {
        self: { href: `${base}/refunds`, method: "GET" },
        payment: { href: base, method: "GET" },
      },
      _embedded: { refunds: made },
    });
  });

  test.each(["created", "success", "failed"] as const)("are none on a payment that is %s", async (status) => {
    const { id } = await paymentIn(caller, status);
    expect((await list(id)).body._embedded.refunds).toEqual([]);
  });

  test("are not found with a payment that is unknown, malformed or another account's", async () => {
    const other = await testPayment((await testAccount()).caller);
    for (const id of [newId(new Date()), "nonsense", other.id]) {
      expect(refusalIn(await list(id))).toEqual(NOT_FOUND);
    }
  });

  test("are asked of a payment as it stands now: an overdue one is expired first", async () => {
    const payment = await testPayment(caller);
    await aged(payment, 90 * 60_000);
    expect((await list(payment.id)).status).toBe(200);
    expect((await readPayment(payment)).code).toBe("P0020");
  });

  test("need a key", async () => {
    const { id } = await testPayment(caller);
    expect((await api.get(`/v1/payments/${id}/refunds`)).status).toBe(401);
  });
});
