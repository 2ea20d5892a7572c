import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RefundResource } from "@/contract/refund";
import { database } from "@/db/client";
import { refunds } from "@/db/schema";
import { testAccount } from "@/domain/accounts/test-account";
import { paymentIn } from "@/domain/payments/test-payment";
import { refusalIn, serveApi, type TestApi } from "../test-api";

interface Page {
  total: number;
  count: number;
  page: number;
  results: RefundResource[];
  _links: Record<string, { href: string; method: string }>;
}

let api: TestApi;
let of: Awaited<ReturnType<typeof testAccount>>;
/** The account's refunds, oldest first. */
const made: RefundResource[] = [];

beforeAll(async () => {
  api = await serveApi();
  of = await testAccount();
  const payment = await paymentIn(of.caller, "success");
  for (const [available, createdAt, settledOn] of [
    [1200, "2026-03-01T12:00:00.000Z", "2026-03-05"],
    [1199, "2026-03-01T12:00:00.000Z", "2026-03-06"],
    [1198, "2026-03-01T12:00:00.001Z", null],
    [1197, "2026-03-02T00:00:00.000Z", "2026-03-07"],
  ] as const) {
    const { body } = await api.post<RefundResource>(
      `/v1/payments/${payment.id}/refunds`,
      { amount: 1, refund_amount_available: available },
      { key: of.key },
    );
    const isRefund = and(eq(refunds.serviceId, of.account.serviceId), eq(refunds.id, body.refund_id));
    await database()
      .update(refunds)
      .set({ createdAt: new Date(createdAt), settledOn })
      .where(isRefund);
    const path = `/v1/payments/${payment.id}/refunds/${body.refund_id}`;
    made.push((await api.get<RefundResource>(path, { key: of.key })).body);
  }
});
afterAll(async () => api.close());

const search = async (filters: Record<string, string> = {}, key = of.key) =>
  api.get<Page>(`/v1/refunds?${new URLSearchParams(filters)}`, { key });
const ids = (results: RefundResource[]) => results.map(({ refund_id }) => refund_id);

describe("a search of refunds", () => {
  test("finds all of the account's, newest first, as they read alone", async () => {
    const { status, body } = await search();
    const href = "http://localhost:3000/v1/refunds?page=1&display_size=500";
    expect(status).toBe(200);
    expect(body).toEqual({
      total: 4,
      count: 4,
      page: 1,
      results: made.toReversed(),
      _links: {
        self: { href, method: "GET" },
        first_page: { href, method: "GET" },
        last_page: { href, method: "GET" },
      },
    });
  });

  test("finds nothing of another account's", async () => {
    const { key } = await testAccount();
    expect((await search({}, key)).body).toMatchObject({ total: 0, count: 0, page: 1, results: [] });
  });

  test.each<[Record<string, string>, number[]]>([
    [{ from_date: "2026-03-01T12:00:00.001Z" }, [3, 2]],
    [{ to_date: "2026-03-01T13:00:00.001+01:00" }, [1, 0]],
    [{ from_date: "2026-03-01T12:00:00Z", to_date: "2026-03-02T00:00:00Z" }, [2, 1, 0]],
    [{ from_settled_date: "2026-03-06" }, [3, 1]],
    [{ to_settled_date: "2026-03-06" }, [0]],
    [
      { from_settled_date: "2026-03-05", to_settled_date: "2026-03-07", to_date: "2026-03-01T12:00:00.001Z" },
      [1, 0],
    ],
    [{ from_date: "2026-03-03T00:00:00Z" }, []],
    [{ from_date: "", from_settled_date: " ", status: "error", reference: "x" }, [3, 2, 1, 0]],
  ])("by %j finds those that match", async (filters, numbers) => {
    const { body } = await search(filters);
    expect(ids(body.results)).toEqual(numbers.map((n) => made[n]?.refund_id));
    expect([body.total, body.count]).toEqual([numbers.length, numbers.length]);
  });

  test("has pages with links, and none past the last", async () => {
    const filters = { from_date: "2026-03-01T12:00:00Z", display_size: "3" };
    const { body } = await search({ ...filters, page: "2" });
    const to = (page: number) => ({
      href: `http://localhost:3000/v1/refunds?from_date=2026-03-01T12%3A00%3A00Z&page=${page}&display_size=3`,
      method: "GET",
    });
    expect(body).toEqual({
      total: 4,
      count: 1,
      page: 2,
      results: [made[0]],
      _links: { self: to(2), first_page: to(1), last_page: to(2), prev_page: to(1) },
    });
    expect(refusalIn(await search({ ...filters, page: "3" }))).toEqual({
      status: 404,
      code: "P1100",
      description: "Page not found",
    });
  });

  test("names all parameters that are wrong", async () => {
    const wrong = {
      display_size: "501",
      page: "0",
      to_settled_date: "x",
      from_settled_date: "2026-02-30",
      to_date: "2026-03-01",
      from_date: "x",
    };
    expect(refusalIn(await search(wrong))).toEqual({
      status: 422,
      code: "P1101",
      description:
        "Invalid parameters: from_date, to_date, from_settled_date, to_settled_date, page, display_size",
    });
    expect(refusalIn(await search({ page: "x" }))).toMatchObject({ description: "Invalid parameters: page" });
  });
});
