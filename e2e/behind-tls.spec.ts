import { request as ask, type IncomingMessage } from "node:http";
import { createPayment, nextUrl } from "./support/api";
import { ownServer, type OwnServer } from "./support/own-server";
import { expect, test } from "./support/test";

// One server for all of them: it is a whole instance.
test.describe.configure({ mode: "serial" });

let server: OwnServer;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await ownServer("https://pay.example");
  await server.start();
});
test.afterAll(async () => server.kill());

/** A request as it is written, which no client library has tidied up. */
async function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  const { hostname, port } = new URL(server.url);
  return new Promise((answer, fail) => {
    const sent = ask({ hostname, port, method, path, headers }, (response) => {
      response.resume();
      answer(response);
    });
    sent.on("error", fail).end();
  });
}

for (const [method, path, status] of [
  ["GET", "/", 200],
  ["GET", "/no/such/page", 404],
  ["GET", "/secure/nonsense", 403],
  ["GET", "/admin", 303],
  ["GET", "/docs", 200],
  ["GET", "/healthcheck", 200],
  ["DELETE", "/healthcheck", 405],
  ["GET", "/metrics", 200],
  ["POST", "/csp-report", 400],
  ["POST", "/cron/expire", 401],
  ["POST", "/notifications/stripe/nobody", 404],
  ["GET", "/logo/nobody/1", 404],
  ["GET", "/_next/static/nothing.js", 404],
  ["GET", "/v1/payments", 401],
  ["GET", "/v1/openapi.json", 200],
  ["GET", "/v1/no/such", 404],
  ["TRACE", "/v1/payments", 405],
  // What Next.js answers by itself, and what it cannot answer.
  ["GET", "//no/such/page", 308],
  ["GET", "/%", 404],
  ["TRACE", "/", 405],
  ["OPTIONS", "*", 405],
  ["GET", "http://elsewhere.example/", 200],
] as const) {
  test(`${method} ${path} answers ${status} and says that browsers are to come by TLS only`, async () => {
    const { statusCode, headers } = await send(method, path);
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject({
      "strict-transport-security": "max-age=63072000; includeSubDomains",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
  });
}

test("a page's policy is its own alone", async () => {
  const { headers } = await send("GET", "/");
  expect(headers["content-security-policy"]).toContain("script-src 'nonce-");
  expect(headers["content-security-policy"]).not.toContain(",");
});

test("the scripts and styles of pages say so too", async () => {
  const page = await fetch(server.url);
  const script = /\/_next\/static\/[^"]+\.js/u.exec(await page.text())?.[0] ?? "";
  for (const encoding of ["br", "identity"]) {
    const { statusCode, headers } = await send("GET", script, { "accept-encoding": encoding });
    expect(statusCode).toBe(200);
    expect(headers["strict-transport-security"]).toBe("max-age=63072000; includeSubDomains");
  }
});

test("a payer's cookie travels by TLS only, and no other host can set it", async () => {
  const link = new URL(nextUrl(await createPayment())).pathname;
  const { headers } = await send("GET", link);
  const [cookie = ""] = headers["set-cookie"] ?? [];
  expect(cookie).toMatch(
    /^__Host-exchequer_journeys=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=5400; Secure$/u,
  );
  const page = headers.location ?? "";
  const { statusCode } = await send("GET", new URL(page, server.url).pathname, {
    cookie: cookie.split(";", 1)[0] ?? "",
  });
  expect(statusCode).toBe(200);
});

test("so does what staff get", async () => {
  const sent = await fetch(`${server.url}/admin/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { "Sec-Fetch-Site": "same-origin" },
    body: new URLSearchParams({ email: "nobody@example.org", password: "x" }),
  });
  const cookies = sent.headers.getSetCookie();
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) expect(cookie).toMatch(/; HttpOnly; SameSite=Lax; .*Secure/u);
});
