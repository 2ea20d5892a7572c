import { request as send, type IncomingMessage } from "node:http";
import type { APIRequestContext, APIResponse } from "@playwright/test";
import { createPayment, nextUrl } from "./support/api";
import { CARDS } from "./support/cards";
import { BASE_URL } from "./support/environment";
import { letTimeRunOut, moveBankTo } from "./support/ledger";
import { GOOD_ANSWERS, hurryTo, open, pageOf } from "./support/payer";
import { ROUTES } from "./support/routes";
import { expect, findSecrets, test } from "./support/test";

test.describe.configure({ mode: "parallel" });

type Ask = Parameters<APIRequestContext["fetch"]>[1];

/** Every kind of answer that the pages give, by address, verb and status. `*` stands for a payment's id. */
const ANSWERS: readonly [stage: Stage, address: string, status: number, ask?: Ask][] = [
  ["none", "/", 200],
  ["none", "/help/privacy", 200],
  ["none", "/help/cookies?lang=cy", 200],
  ["none", "/help/accessibility", 200],
  ["none", "/", 405, { method: "POST" }],
  ["none", "/help/privacy", 405, { method: "DELETE" }],
  ["none", "/no/such/page", 404],
  ["none", "/no/such/page", 405, { method: "POST" }],
  ["none", "/no/such/file.txt", 404],
  ["none", "/notifications/", 404],
  ["none", "/notifications/stripe", 404],
  ["none", "/cron/", 404],
  ["none", "/.env", 404],
  ["none", "/secure", 403],
  ["none", "/secure/nonsense", 403],
  ["none", "/secure", 403, { method: "POST", form: { chargeTokenId: "nonsense" } }],
  ["none", "/secure", 403, { method: "POST", data: "}{", headers: { "Content-Type": "application/json" } }],
  ["none", "/secure", 403, { method: "POST", multipart: { chargeTokenId: "nonsense" } }],
  ["none", "/secure/nonsense", 403, { method: "POST", headers: { "Next-Action": "0".repeat(42) } }],
  ["none", "/secure/nonsense", 405, { method: "PUT" }],
  ["none", "/card-details/nonsense", 404],
  ["none", "/card-details/*", 403],
  ["none", "/card-details/*", 403, { method: "POST", form: GOOD_ANSWERS }],
  ["none", "/card-details/*/confirm", 403, { method: "POST" }],
  ["none", "/card-details/*/check-card", 403, { method: "POST", form: { digits: "42424242424" } }],
  ["none", "/return/*", 403],
  ["none", "/link-problem", 403],
  ["none", "/session-problem", 403],
  ["none", "/not-found", 404],
  ["none", "/too-many", 429],
  ["none", "/too-many?minutes=2&payment=*", 429],
  ["none", "/system-problem", 500],
  ["none", "/admin", 303],
  ["none", "/admin", 405, { method: "POST" }],
  ["none", "/admin/sign-in", 200],
  ["none", "/admin/sign-in", 303, { method: "POST", form: { email: "nobody@example.org", password: "x" } }],
  ["none", "/admin/sign-in", 403, { method: "POST", headers: { "Sec-Fetch-Site": "cross-site" } }],
  [
    "none",
    "/admin/sign-in",
    403,
    { method: "POST", multipart: { email: "a" }, headers: { "Sec-Fetch-Site": "same-site" } },
  ],
  ["none", "/admin/sign-in/submit", 404],
  ["none", "/admin/sign-out", 405],
  ["none", "/admin/forgotten-password", 200],
  ["none", "/admin/new-password/nonsense", 200],
  ["none", "/admin/invitation/nonsense", 200],
  ["none", "/admin/accounts/nonsense/payments", 303],
  ["none", "/admin/auth/get-session", 404],
  ["none", "/admin/problem/system-problem", 500],
  ["none", "/admin/no/such/page", 404],
  ["card", "/card-details/*", 200],
  ["card", "/card-details/*?problem=1", 200],
  ["card", "/card-details/*/confirm", 303],
  ["card", "/card-details/*/ended", 303],
  ["card", "/card-details/*/waiting", 303],
  ["card", "/card-details/*/nothing", 404],
  ["card", "/card-details/*/status", 200],
  ["card", "/card-details/*/cancel", 405],
  ["card", "/card-details/*/check-card", 405],
  ["card", "/card-details/*/check-card", 200, { method: "POST", form: { digits: "42424242424" } }],
  ["card", "/card-details/*/check-card", 422, { method: "POST", form: { digits: CARDS.visa } }],
  ["card", "/card-details/*/submit", 404],
  ["card", "/card-details/*", 405, { method: "PUT" }],
  ["card", "/card-details/*", 405, { method: "OPTIONS" }],
  ["card", "/card-details/*", 303, { method: "POST", form: { ...GOOD_ANSWERS, cardNo: CARDS.mistyped } }],
  ["card", "/card-details/*", 303, { method: "POST", data: "x".repeat(100_000) }],
  ["card", "/card-details/*", 403, { method: "POST", headers: { "Sec-Fetch-Site": "cross-site" } }],
  ["card", "/return/*", 303],
  ["card", "/card-details/*/three-d-secure", 303],
  ["card", "/card-details/*/three-d-secure/return", 303],
  ["none", "/card-details/*/three-d-secure", 403],
  ["none", "/card-details/*/three-d-secure/return", 200],
  ["none", "/card-details/*/three-d-secure/return", 303, { method: "POST", form: { MD: "1" } }],
  ["none", "/card-details/*/three-d-secure/complete", 403, { method: "POST" }],
  ["none", "/sandbox/bank/*", 200],
  ["none", "/sandbox/bank/*", 303, { method: "POST", form: { answer: "pass" } }],
  ["challenged", "/card-details/*", 303],
  ["challenged", "/card-details/*/three-d-secure", 200],
  ["challenged", "/card-details/*/three-d-secure?onward=1", 200],
  ["challenged", "/card-details/*/three-d-secure?unanswered=1", 200],
  ["challenged", "/card-details/*/three-d-secure/return?payment_intent=1", 200],
  ["challenged", "/card-details/*/three-d-secure/return", 405, { method: "PUT" }],
  ["challenged", "/card-details/*/three-d-secure/complete", 405],
  ["challenged", "/card-details/*/three-d-secure/complete", 303, { method: "POST" }],
  [
    "challenged",
    "/card-details/*/three-d-secure/complete",
    403,
    { method: "POST", headers: { "Sec-Fetch-Site": "cross-site" } },
  ],
  ["challenged", "/sandbox/bank/*", 200],
  ["challenged", "/sandbox/bank/*", 303, { method: "POST", form: { answer: "fail" } }],
  ["challenged", "/sandbox/bank/*", 405, { method: "DELETE" }],
  ["confirmed", "/return/*", 200, { method: "GET", headers: { "Sec-Fetch-Mode": "navigate" } }],
  ["card", "/return/*", 405, { method: "POST" }],
  ["confirm", "/card-details/*", 303],
  ["confirm", "/card-details/*/confirm", 200],
  ["confirm", "/card-details/*/confirm", 303, { method: "POST" }],
  ["cancelled", "/card-details/*/ended", 200],
  ["cancelled", "/card-details/*/cancel", 303, { method: "POST" }],
  ["confirmed", "/card-details/*/ended", 200],
  ["confirmed", "/card-details/*", 303],
];

type Stage = "none" | "card" | "challenged" | "confirm" | "confirmed" | "cancelled";

for (const [stage, address, status, ask = {}] of ANSWERS) {
  test(`${titleOf(stage, address, ask)} answers ${status} with every header that protects payers`, async ({
    context,
  }) => {
    const payment = await createPayment();
    if (stage === "challenged") await hurryTo(context, payment, "confirm", { cardNo: CARDS.challenge });
    else if (stage !== "none") await hurryTo(context, payment, stage);
    const path = address.replace("*", payment.payment_id);
    const answer = await context.request.fetch(path, { ...ask, maxRedirects: 0 });
    expect(answer.status()).toBe(status);
    expectProtected(answer);
    expect(findSecrets(await answer.text())).toEqual([]);
    if (ask.method) return;

    const head = await context.request.head(path, { maxRedirects: 0 });
    // Looking at a link must not spend it.
    expect(head.status()).toBe(path.startsWith("/secure") ? 204 : status);
    expectProtected(head);
  });
}

/** What the API's description says is the same for everybody, and may be kept for an hour. */
const PAPERS = new Set(["app/v1/openapi.json/route.ts"]);
const VERBS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

// From the tree of files, so that nobody can forget a new one here.
for (const { file, kind, address } of ROUTES) {
  test(`${file} answers every verb with the headers of a ${kind}, whoever asks`, async ({
    context,
    request,
  }) => {
    const payment = await createPayment();
    // A payer's cookie makes no difference to anybody else's pages.
    const isPayers = file.startsWith("app/(pay)/");
    if (isPayers) await hurryTo(context, payment, "card");
    const path = address.replace("*", payment.payment_id);
    for (const asker of isPayers ? [request, context.request] : [request]) {
      for (const method of VERBS) {
        const answer = await asker.fetch(path, { method, maxRedirects: 0 });
        expect.soft(answer.status(), method).toBeLessThan(path === "/system-problem" ? 501 : 500);
        if (kind === "page") expectProtected(answer);
        else expectMachines(answer, PAPERS.has(file));
      }
    }
  });
}

test("a link that opens a payment does so with every header, and a cookie for pages alone", async ({
  request,
}) => {
  for (const spend of [
    async (link: string) => request.get(link, { maxRedirects: 0 }),
    async (link: string) =>
      request.post("/secure", { form: { chargeTokenId: link.split("/").at(-1) ?? "" }, maxRedirects: 0 }),
  ]) {
    const answer = await spend(nextUrl(await createPayment()));
    expect(answer.status()).toBe(303);
    expectProtected(answer);
    expect(answer.headers()["set-cookie"]).toMatch(
      /^exchequer_journeys=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=5400$/u,
    );
  }
});

test("an expired payment's pages have them too", async ({ context }) => {
  const payment = await createPayment();
  await hurryTo(context, payment, "card");
  await letTimeRunOut(payment);
  for (const ask of [{}, { method: "POST", form: GOOD_ANSWERS }]) {
    const answer = await context.request.fetch(pageOf(payment), { ...ask, maxRedirects: 0 });
    expect(answer.status()).toBe(303);
    expectProtected(answer);
  }
});

for (const address of [
  "/%",
  "/%E0%A4%A",
  "/card-details/%00",
  "//evil.example",
  "/\\evil.example",
  "/_next/static/no",
  "/_next/image?url=x",
]) {
  test(`an address that makes no sense is answered, with nothing given away: ${address}`, async ({
    request,
    baseURL,
  }) => {
    const answer = await request.fetch(`${baseURL}${address}`, { maxRedirects: 0 });
    expect(answer.status()).toBeGreaterThanOrEqual(300);
    expect(answer.status()).toBeLessThan(500);
    // Nowhere but to a path of ours: two slashes would name a host.
    expect(answer.headers()["location"] ?? "/").toMatch(/^\/(?![/\\])/u);
    expect(await answer.text()).not.toMatch(/node_modules|\bat .+:\d+:\d+/u);
    expectQuiet(answer);
  });
}

// As proxies and scanners write them; Playwright's own requests cannot.
for (const [method, target, status] of [
  ["GET", `${BASE_URL}/healthcheck`, 200],
  ["GET", "http://evil.example/help/privacy", 200],
  ["GET", "http://evil.example", 200],
  ["GET", "HTTPS://evil.example?x", 200],
  ["GET", "http://evil.example//evil.example", 308],
  ["GET", "http://evil.example/v1/payments", 401],
  ["OPTIONS", "*", 405],
] as const) {
  test(`a request for ${target} is one for the path in it`, async () => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      send(BASE_URL, { method, path: target, agent: false }, resolve).on("error", reject).end();
    });
    answer.resume();
    expect(answer.statusCode).toBe(status);
    expect(answer.headers.location ?? "/").toMatch(/^\/(?![/\\])/u);
  });
}

test("what pages load says what it is and no more", async ({ page }) => {
  const answers: Record<string, string>[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/_next/static/")) answers.push(response.headers());
  });
  await open(page, await createPayment());
  await page.waitForLoadState("load");
  expect(answers.length).toBeGreaterThan(2);
  for (const headers of answers) {
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["cache-control"]).toContain("immutable");
    expect(headers["x-powered-by"]).toBeUndefined();
    expect(headers["x-content-type-options"]).toBe("nosniff");
  }
});

test("every page's scripts carry its own nonce, and no two pages have the same", async ({ context }) => {
  const payment = await createPayment();
  await hurryTo(context, payment, "confirm");
  const nonces = new Set<string>();
  for (const address of [pageOf(payment, "confirm"), pageOf(payment, "confirm"), "/", "/no/such/page"]) {
    const answer = await context.request.get(address);
    const nonce = directives(answer)
      .get("script-src")
      ?.find((source) => source.startsWith("'nonce-"))
      ?.slice(7, -1);
    const html = await answer.text();
    const scripts = [...html.matchAll(/<script\b[^>]*>/gu)].map(([tag]) => tag);
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
    expect(html).not.toMatch(/<[^>]+\s(?:on[a-z]+|style)=/u);
    nonces.add(nonce ?? "");
  }
  expect(nonces.size).toBe(4);
});

test("the way to the service is the only other place where a form may end", async ({ context, site }) => {
  const payment = await createPayment({ return_url: `${site.origin}/form` });
  await hurryTo(context, payment, "card");
  const formActions = async () => directives(await context.request.get(pageOf(payment))).get("form-action");
  expect(await formActions()).toEqual(["'self'"]);
  await hurryTo(context, payment, "confirm");
  expect(await formActions()).toEqual(["'self'", site.origin]);
});

test("so is the bank that wants proof, on the page that leads there", async ({ context, site }) => {
  const payment = await createPayment();
  await hurryTo(context, payment, "confirm", { cardNo: CARDS.challenge });
  const formActions = async () => directives(await context.request.get(pageOf(payment))).get("form-action");
  expect(await formActions()).toEqual(["'self'"]);
  await moveBankTo(payment, `${site.origin}/acs`, "1");
  expect(await formActions()).toEqual(["'self'", site.origin]);
});

function titleOf(
  stage: Stage,
  address: string,
  { method = "GET", form, multipart, data, headers }: NonNullable<Ask>,
): string {
  const body = form ? "a form" : multipart ? "a form in parts" : data ? "no form" : undefined;
  const from = headers && Object.values(headers).join(" ");
  return [`${method} ${address}`, stage === "none" ? undefined : `at ${stage}`, body, from]
    .filter(Boolean)
    .join(", ");
}

function expectProtected(answer: APIResponse) {
  const headers = answer.headers();
  expect.soft(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-robots-tag": "noindex, nofollow",
  });
  expect.soft(headers["cache-control"]).toContain("no-store");
  expect.soft(headers["permissions-policy"]).toContain("camera=()");
  expect.soft(headers["x-request-id"]).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/u);
  const policy = directives(answer);
  expect.soft(policy.get("default-src")).toEqual(["'none'"]);
  expect.soft(policy.get("frame-ancestors")).toEqual(["'none'"]);
  expect.soft(policy.get("base-uri")).toEqual(["'none'"]);
  expect.soft(policy.get("object-src")).toEqual(["'none'"]);
  expect.soft(policy.get("form-action")?.[0]).toBe("'self'");
  expect.soft(policy.get("script-src")?.[0]).toMatch(/^'nonce-[\w+/=]{22,}'$/u);
  expect.soft(headers["content-security-policy"]).not.toContain("unsafe-");
  expect.soft(policy.get("report-uri")).toEqual(["/csp-report"]);
  expect.soft(policy.get("report-to")).toEqual(["csp"]);
  expect.soft(headers["reporting-endpoints"]).toBe('csp="/csp-report"');
  expectQuiet(answer);
}

/** Nobody looks at it: nothing may be made of it in a page, and nobody may keep it. */
function expectMachines(answer: APIResponse, mayBeKept: boolean) {
  expect.soft(answer.headers()).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": mayBeKept && answer.ok() ? "public, max-age=3600" : "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  });
  expect.soft(answer.headers()["x-request-id"]).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/u);
  expectQuiet(answer);
}

function expectQuiet(answer: APIResponse) {
  expect.soft(answer.headers()["x-powered-by"]).toBeUndefined();
  expect.soft(answer.headers()["server"]).toBeUndefined();
}

function directives(answer: APIResponse): Map<string, string[]> {
  const policy = answer.headers()["content-security-policy"] ?? "";
  return new Map(
    policy.split(";").map((directive) => {
      const [name = "", ...sources] = directive.trim().split(/\s+/u);
      return [name, sources] as const;
    }),
  );
}
