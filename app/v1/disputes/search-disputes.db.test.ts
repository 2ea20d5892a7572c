import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DisputeResource } from "@/contract/dispute";
import { DISPUTE_STATUSES } from "@/contract/states";
import { database } from "@/db/client";
import { disputes } from "@/db/schema";
import { testAccount } from "@/domain/accounts/test-account";
import { newId } from "@/domain/new-id";
import type { Payment } from "@/domain/payments/payment";
import { paymentIn } from "@/domain/payments/test-payment";
import { refusalIn, serveApi, type TestApi } from "../test-api";

interface Page {
  total: number;
  count: number;
  page: number;
  results: DisputeResource[];
  _links: Record<string, { href: string; method: string }>;
}

let api: TestApi;
let of: Awaited<ReturnType<typeof testAccount>>;
let payment: Payment;
/** Oldest first. */
const made: string[] = [];

beforeAll(async () => {
  api = await serveApi();
  of = await testAccount();
  payment = await paymentIn(of.caller, "success");
  for (const [createdAt, values] of [
    [
      "2026-03-01T12:00:00.000Z",
      { status: "needs_response", evidenceDueAt: new Date("2026-03-20T23:59:59.999Z") },
    ],
    ["2026-03-01T12:00:00.000Z", { status: "under_review" }],
    ["2026-03-01T12:00:00.001Z", { status: "won" }],
    ["2026-03-02T00:00:00.000Z", { status: "lost", fee: 2000, netAmount: -3200, settledOn: "2026-03-09" }],
    ["2026-03-03T00:00:00.000Z", { status: "lost", fee: 2000, netAmount: -3200, settledOn: "2026-03-10" }],
  ] as const) {
    const id = newId(new Date());
    await database()
      .insert(disputes)
      .values({
        serviceId: payment.serviceId,
        accountId: payment.accountId,
        paymentId: payment.id,
        id,
        createdAt: new Date(createdAt),
        amount: 1200,
        reason: "fraudulent",
        ...values,
      });
    made.push(id);
  }
});
afterAll(async () => api.close());

const search = async (filters: Record<string, string> = {}, key = of.key) =>
  api.get<Page>(`/v1/disputes?${new URLSearchParams(filters)}`, { key });

describe("a search of disputes", () => {
  test("finds all of the account's, newest first, in the specification's shape", async () => {
    const { status, body } = await search();
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 5, count: 5, page: 1 });
    expect(body.results.map(({ dispute_id }) => dispute_id)).toEqual(made.toReversed());
    const _links = { payment: { href: `http://localhost:3000/v1/payments/${payment.id}`, method: "GET" } };
    const common = { payment_id: payment.id, amount: 1200, reason: "fraudulent", _links };
    expect(body.results[0]).toEqual({
      ...common,
      dispute_id: made[4],
      created_date: "2026-03-03T00:00:00.000Z",
      status: "lost",
      fee: 2000,
      net_amount: -3200,
      settlement_summary: { settled_date: "2026-03-10" },
    });
    expect(body.results[4]).toEqual({
      ...common,
      dispute_id: made[0],
      created_date: "2026-03-01T12:00:00.000Z",
      evidence_due_date: "2026-03-20T23:59:59.999Z",
      status: "needs_response",
      settlement_summary: {},
    });
    expect((await search({}, (await testAccount()).key)).body.total).toBe(0);
  });

  test.each(DISPUTE_STATUSES)("finds those that are %s", async (status) => {
    const { body } = await search({ status });
    expect(body.total).toBe(status === "lost" ? 2 : 1);
    for (const result of body.results) expect(result.status).toBe(status);
  });

  test.each<[Record<string, string>, number[]]>([
    [{ from_date: "2026-03-01T12:00:00.001Z", to_date: "2026-03-03T00:00:00Z" }, [3, 2]],
    [{ to_date: "2026-03-01T12:00:00.001Z" }, [1, 0]],
    [{ from_settled_date: "2026-03-09", to_settled_date: "2026-03-10" }, [3]],
    [{ from_settled_date: "2026-03-10", status: "lost" }, [4]],
    [{ from_settled_date: "2026-03-10", status: "won" }, []],
    [{ status: "", from_date: " ", nonsense: "1" }, [4, 3, 2, 1, 0]],
  ])("by %j finds those that match", async (filters, numbers) => {
    const { body } = await search(filters);
    expect(body.results.map(({ dispute_id }) => dispute_id)).toEqual(numbers.map((n) => made[n]));
  });

  test("has pages with links, and none past the last", async () => {
    const { body } = await search({ page: "2", display_size: "2", status: "" });
    const to = (page: number) => ({
      href: `http://localhost:3000/v1/disputes?page=${page}&display_size=2`,
      method: "GET",
    });
    expect(body).toMatchObject({ total: 5, count: 2, page: 2 });
    expect(body._links).toEqual({
      self: to(2),
      first_page: to(1),
      last_page: to(3),
      prev_page: to(1),
      next_page: to(3),
    });
    expect(refusalIn(await search({ page: "4", display_size: "2" }))).toEqual({
      status: 404,
      code: "P0402",
      description: "Page not found",
    });
  });

  test("names all parameters that are wrong", async () => {
    const wrong = {
      page: "0",
      display_size: "x",
      status: "open",
      from_date: "2026",
      to_date: "x",
      from_settled_date: "x",
      to_settled_date: "x",
    };
    expect(refusalIn(await search(wrong))).toEqual({
      status: 422,
      code: "P0401",
      description:
        "Invalid parameters: status, from_date, to_date, from_settled_date, to_settled_date, page, display_size",
    });
  });
});
