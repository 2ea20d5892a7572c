import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AgreementResource } from "@/contract/agreement";
import { AGREEMENT_STATUSES } from "@/contract/states";
import { database } from "@/db/client";
import { agreements } from "@/db/schema";
import { testAccount } from "@/domain/accounts/test-account";
import {
  activeAgreement,
  SAVED_CARDS,
  testAgreement,
  untakenPayment,
} from "@/domain/agreements/test-agreement";
import { settleBackground } from "@/domain/background";
import { takeDuePayments } from "@/domain/payments/take-due-payments";
import { refusalIn, serveApi, type TestApi } from "../test-api";

interface Page {
  total: number;
  count: number;
  page: number;
  results: AgreementResource[];
  _links: Record<string, { href: string; method: string }>;
}

let api: TestApi;
let of: Awaited<ReturnType<typeof testAccount>>;
const made: Record<string, string> = {};

beforeAll(async () => {
  api = await serveApi();
  of = await testAccount();
  const [created, active, cancelled, inactive] = [
    await testAgreement(of.caller),
    await activeAgreement(of.caller),
    await activeAgreement(of.caller),
    await activeAgreement(of.caller, SAVED_CARDS.refusedForGood),
  ];
  await api.send("POST", `/v1/agreements/${cancelled.id}/cancel`, { key: of.key });
  await takeDuePayments(new Date(), await untakenPayment(of.caller, inactive));
  await settleBackground();
  Object.assign(made, {
    created: created.id,
    active: active.id,
    cancelled: cancelled.id,
    inactive: inactive.id,
  });
});
afterAll(async () => api.close());

const search = async (filters: Record<string, string> = {}, key = of.key) =>
  api.get<Page>(`/v1/agreements?${new URLSearchParams(filters)}`, { key });
const refer = async (id: string, reference: string, createdAt?: Date) =>
  database()
    .update(agreements)
    .set({ reference, ...(createdAt && { createdAt }) })
    .where(eq(agreements.id, id));

describe("a search of agreements", () => {
  test("finds all of the account's, newest first, as they read alone", async () => {
    const { status, body } = await search();
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 4, count: 4, page: 1 });
    const newestFirst = Object.values(made).toReversed();
    expect(body.results.map(({ agreement_id }) => agreement_id)).toEqual(newestFirst);
    for (const result of body.results) {
      expect((await api.get(`/v1/agreements/${result.agreement_id}`, { key: of.key })).body).toEqual(result);
    }
    expect(Object.keys(body._links)).toEqual(["self", "first_page", "last_page"]);
    expect((await search({}, (await testAccount()).key)).body.total).toBe(0);
  });

  test.each(AGREEMENT_STATUSES)("finds those that are %s", async (status) => {
    const { body } = await search({ status });
    expect(body.results.map(({ agreement_id }) => agreement_id)).toEqual([made[status]]);
    expect(body).toMatchObject({ total: 1, results: [{ status }] });
  });

  test("finds a reference whole, whatever the case, without wildcards", async () => {
    const mine = await testAccount();
    const found = async (reference: string) =>
      (await search({ reference }, mine.key)).body.results.map((result) => result.reference);
    for (const reference of ["Rhent TŶ", "rhent tŷ", "Rhent%", "Rhent"]) {
      await refer((await testAgreement(mine.caller)).id, reference);
    }
    expect(await found("RHENT tŶ")).toEqual(["rhent tŷ", "Rhent TŶ"]);
    expect(await found("rhent%")).toEqual(["Rhent%"]);
    expect(await found("rhen_")).toEqual([]);
    expect(await found("hent")).toEqual([]);
  });

  test("must match all that is asked for; blanks and what is unknown are not asked for", async () => {
    expect((await search({ reference: "agr-1", status: "active" })).body.total).toBe(1);
    expect((await search({ reference: "agr-2", status: "active" })).body.total).toBe(0);
    expect((await search({ reference: " ", status: "", nonsense: "1" })).body.total).toBe(4);
  });

  test("has pages in a stable order, with links that repeat the filters", async () => {
    const mine = await testAccount();
    const at = new Date("2026-03-01T00:00:00Z");
    for (const reference of ["1", "2", "3"])
      await refer((await testAgreement(mine.caller)).id, reference, at);
    const pieces = [];
    for (const page of ["1", "2", "3"]) {
      const { body } = await search({ page, display_size: "1", status: "created" }, mine.key);
      pieces.push(...body.results.map(({ reference }) => reference));
    }
    expect(pieces).toEqual(["3", "2", "1"]);
    const to = (page: number) => ({
      href: `http://localhost:3000/v1/agreements?status=created&page=${page}&display_size=2`,
      method: "GET",
    });
    const { body } = await search({ status: "created", display_size: "2" }, mine.key);
    expect(body._links).toEqual({ self: to(1), first_page: to(1), last_page: to(2), next_page: to(2) });
    expect(refusalIn(await search({ page: "4", display_size: "1" }, mine.key))).toEqual({
      status: 404,
      code: "P2402",
      description: "Page not found",
    });
  });

  test("names all parameters that are wrong", async () => {
    const wrong = { page: "-1", display_size: "0", status: "Active", reference: "x".repeat(256) };
    expect(refusalIn(await search(wrong))).toEqual({
      status: 422,
      code: "P2401",
      description: "Invalid parameters: reference, status, page, display_size",
    });
  });
});
