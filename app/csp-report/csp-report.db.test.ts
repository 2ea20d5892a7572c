import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LIMITS } from "@/contract/limits";
import type { Database } from "@/db/client";
import { policyReports, rateWindows } from "@/db/schema";
import { testDatabase } from "@/db/test-database";
import { DUE_WORK } from "@/domain/due-work";
import { POST, PUT } from "./route";

const DAY = 86_400_000;
const PAYMENT = "01m2kq4v8ra1cde3fgh5jkmnpq";

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
});

beforeEach(async () => {
  await database.delete(policyReports);
  await database.delete(rateWindows);
});

describe("a browser's report", () => {
  it("in the old form is counted, without what would name a payment or a query", async () => {
    for (const _ of [1, 2]) expect((await post(old())).status).toBe(204);
    expect(await counts()).toEqual([
      {
        directive: "script-src-elem",
        blocked: "https://evil.example",
        page: "/card-details/*/confirm",
        times: 2,
      },
    ]);
    expect(JSON.stringify(await database.select().from(policyReports))).not.toMatch(/secret|01m2/u);
  });

  it("in the new form is counted, and what else browsers report in it is not", async () => {
    const body = {
      documentURL: `https://pay.example/secure/${PAYMENT}`,
      effectiveDirective: "style-src-attr",
      blockedURL: "inline",
    };
    const reports = [
      { type: "csp-violation", age: 1, url: body.documentURL, body },
      { type: "deprecation", age: 1, body: { id: "x" } },
      { type: "csp-violation", age: 1, body: null },
    ];
    expect((await post(reports)).status).toBe(204);
    expect(await counts()).toEqual([
      { directive: "style-src-attr", blocked: "inline", page: "/secure/*", times: 1 },
    ]);
  });

  it.each([
    ["no JSON", "}{"],
    ["no report", JSON.stringify({ hello: "you" })],
    ["nothing", ""],
  ])("that is %s is refused, with the headers of every answer", async (_, body) => {
    const answer = await POST(request(body), undefined);
    expect(answer.status).toBe(400);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await counts()).toEqual([]);
  });

  it("that is too large is refused unread", async () => {
    const answer = await POST(request("x".repeat(LIMITS.policyReportKibibytes * 1024 + 1)), undefined);
    expect(answer.status).toBe(413);
  });

  it("is posted: nothing else is answered, and that with the same headers", async () => {
    const answer = await PUT(new Request("http://pay.example/csp-report", { method: "PUT" }), undefined);
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("POST");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});

it("more than so many a second are refused, whichever instance they reach", async () => {
  // A window that has begun and will not end while the test runs.
  await database.insert(rateWindows).values({
    bucket: "policy-reports",
    startedAt: sql`clock_timestamp() + interval '1 minute'`,
    used: 0,
  });
  const answers = await Promise.all(Array.from({ length: 30 }, async () => post(old())));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 204)).toHaveLength(LIMITS.policyReportPostsPerSecond);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30 - LIMITS.policyReportPostsPerSecond);
  expect((await counts()).map(({ times }) => times)).toEqual([LIMITS.policyReportPostsPerSecond]);
});

it("whoever invents reports fills no table: beyond so many kinds they are counted together", async () => {
  const at = new Date();
  await database.insert(policyReports).values(
    Array.from({ length: LIMITS.policyReportKinds }, (_, index) => ({
      directive: "img-src",
      blocked: `https://${index}.example`,
      page: "/",
      times: 1,
      firstAt: at,
      lastAt: at,
    })),
  );
  for (const host of ["one.example", "two.example"]) {
    await post({ "csp-report": { ...old()["csp-report"], "blocked-uri": `https://${host}/` } });
  }
  const found = await counts();
  expect(found).toHaveLength(LIMITS.policyReportKinds + 1);
  expect(found).toContainEqual({ directive: "script-src-elem", blocked: "other", page: "/*", times: 2 });
});

it("what no browser has reported for 90 days is forgotten", async () => {
  await post(old());
  const now = Date.now();
  expect(await DUE_WORK["forget-policy-reports"](new Date(now + 89 * DAY))).toBe(0);
  expect(await counts()).toHaveLength(1);
  expect(await DUE_WORK["forget-policy-reports"](new Date(now + 91 * DAY))).toBe(1);
  expect(await counts()).toEqual([]);
});

function old() {
  return {
    "csp-report": {
      "document-uri": `https://pay.example/card-details/${PAYMENT}/confirm?secret=1`,
      "violated-directive": "script-src-elem",
      "effective-directive": "script-src-elem",
      "blocked-uri": "https://evil.example/steal.js?secret=2",
      "script-sample": "secret",
    },
  };
}

async function post(report: unknown): Promise<Response> {
  return POST(request(JSON.stringify(report)), undefined);
}

function request(body: string): Request {
  return new Request("http://pay.example/csp-report", { method: "POST", body });
}

async function counts() {
  const { directive, blocked, page, times } = policyReports;
  return database.select({ directive, blocked, page, times }).from(policyReports);
}
