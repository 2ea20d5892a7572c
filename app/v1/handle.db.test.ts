import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PaymentResource } from "@/contract/payment-resource";
import { database } from "@/db/client";
import { apiKeys, payments } from "@/db/schema";
import { hashApiKey, mintApiKey } from "@/domain/accounts/api-key";
import { createApiKey } from "@/domain/accounts/create-account";
import { testAccount } from "@/domain/accounts/test-account";
import type { Account } from "@/domain/caller";
import { refusalIn, serveApi, type TestApi } from "./test-api";

const BODY = {
  amount: 1000,
  reference: "REF-1",
  description: "A permit",
  return_url: "https://service.example/return",
};
const JSON_TYPE = { "Content-Type": "application/json" };

const NOT_FOUND = { status: 404, code: "404", description: "Not found" };
const UNAUTHORISED = {
  status: 401,
  code: "401",
  description: "Credentials are required to access this resource",
};
const TOO_MANY = { status: 429, code: "P0900", description: "Too many requests" };
const BLOCKED = {
  status: 400,
  code: "P0920",
  description: "Request blocked by firewall rules. Consult API documentation for more details",
};
const NOT_JSON = { status: 400, code: "P0197", description: "Unable to parse JSON" };

let api: TestApi;
let account: Account;
let key: string;

beforeAll(async () => {
  ({ account, key } = await testAccount());
  api = await serveApi();
});
afterAll(async () => api.close());

const countPayments = async () => database().$count(payments, eq(payments.serviceId, account.serviceId));

/** Sends and checks that nothing was written. */
async function refused(asked: Promise<{ status: number; body: unknown }>): Promise<object> {
  const before = await countPayments();
  const answer = await asked;
  expect(await countPayments()).toBe(before);
  return refusalIn(answer as Parameters<typeof refusalIn>[0]);
}

const postText = async (text: string | Buffer, headers: Record<string, string> = JSON_TYPE) =>
  api.send("POST", "/v1/payments", { key, headers, text });

const wrongChecksum = () => key.slice(0, -1) + (key.endsWith("a") ? "b" : "a");
const otherPrefix = () => key.replace("api_test_", "api_live_");

const padded = (bytes: number) => JSON.stringify(BODY).padEnd(bytes, " ");

const answers = async () => [
  await api.post("/v1/payments", BODY, { key }),
  await api.post("/v1/payments", {}, { key }),
  await api.post("/v1/payments", BODY),
  await api.send("PUT", "/v1/payments"),
  await api.get("/v1/nothing"),
  await postText("x".repeat(70_000)),
];

const withId = async (id: string) =>
  (await api.get("/v1/nothing", { headers: { "X-Request-Id": id } })).headers["x-request-id"];

describe("an address that is no endpoint", () => {
  test.each([
    "/v1",
    "/v1/",
    "/v1/nothing",
    "/v1/payments/",
    "/v1//payments",
    "/v1/payments/0123/",
    "/v1/payments//events",
    "/v1/payments/0123/nothing",
    "/v1/Payments",
    "/v1/payments/0123/events/",
    "/v1/payments;a=1",
  ])("is 404 without asking for a key: %s", async (path) => {
    for (const method of ["GET", "POST"]) {
      expect(refusalIn(await api.send(method, path))).toEqual(NOT_FOUND);
    }
  });

  test("is none of the API's outside /v1", async () => {
    expect(await api.raw("GET //v1/payments HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")).toContain(
      "not the API's",
    );
  });

  test("has a 404 without a body for HEAD", async () => {
    const answer = await api.send("HEAD", "/v1/nothing");
    expect(answer).toMatchObject({ status: 404, text: "" });
  });
});

describe("a verb that the address does not have", () => {
  test.each(["PUT", "PATCH", "DELETE", "OPTIONS"])(
    "is 405 with Allow, without asking for a key: %s",
    async (verb) => {
      const answer = await api.send(verb, "/v1/payments");
      expect(refusalIn(answer)).toEqual({ status: 405, code: "405", description: "Method not allowed" });
      expect(answer.headers.allow).toContain("POST");
    },
  );

  test("is named by what the address does have: GET allows HEAD", async () => {
    const answer = await api.send("POST", "/v1/payments/0123456789abcdefghjkmnpqrs", { key });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe("GET, HEAD");
  });

  test("is answered though a large body came with it, which is left unread", async () => {
    const answer = await api.send("PUT", "/v1/payments", { text: "x".repeat(1_000_000) });
    expect(answer.status).toBe(405);
    expect(answer.headers.connection).toBe("close");
  });
});

describe("a key", () => {
  test.each([
    ["missing", () => ({})],
    ["empty", () => ({ Authorization: "" })],
    ["without its scheme", () => ({ Authorization: key })],
    ["of another scheme", () => ({ Authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` })],
    ["an empty bearer", () => ({ Authorization: "Bearer " })],
    ["malformed", () => ({ Authorization: "Bearer api_test_short" })],
    ["with more behind it", () => ({ Authorization: `Bearer ${key} more` })],
    ["in capitals", () => ({ Authorization: `Bearer ${key.toUpperCase()}` })],
    ["with a wrong checksum", () => ({ Authorization: `Bearer ${wrongChecksum()}` })],
    ["of the other kind", () => ({ Authorization: `Bearer ${otherPrefix()}` })],
    ["well formed but unknown", () => ({ Authorization: `Bearer ${mintApiKey(false)}` })],
  ])("is refused when %s", async (_, headers) => {
    const before = await countPayments();
    for (const answer of [
      await api.post("/v1/payments", BODY, { headers: headers() }),
      await api.get("/v1/payments/0123456789abcdefghjkmnpqrs", { headers: headers() }),
    ]) {
      expect(refusalIn(answer)).toEqual(UNAUTHORISED);
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
    }
    expect(await countPayments()).toBe(before);
  });

  test("is taken whatever the case of the scheme", async () => {
    const answer = await api.post("/v1/payments", BODY, { headers: { Authorization: `bearer ${key}` } });
    expect(answer.status).toBe(201);
  });

  test("stops working at once when it is revoked, and the account's other keys go on", async () => {
    const other = await createApiKey(account, "Second", "tests", new Date());
    expect((await api.post("/v1/payments", BODY, { key: other })).status).toBe(201);
    await database()
      .update(apiKeys)
      .set({ revokedAt: new Date() })
      .where(eq(apiKeys.hash, hashApiKey(other)));
    expect(await refused(api.post("/v1/payments", BODY, { key: other }))).toEqual(UNAUTHORISED);
    expect((await api.post("/v1/payments", BODY, { key })).status).toBe(201);
  });

  test("says when it was last used, to the minute", async () => {
    const fresh = await createApiKey(account, "Fresh", "tests", new Date());
    await api.post("/v1/payments", BODY, { key: fresh });
    const [row] = await database()
      .select()
      .from(apiKeys)
      .where(eq(apiKeys.hash, hashApiKey(fresh)));
    expect(Date.now() - Number(row?.lastUsedAt)).toBeLessThan(10_000);
  });

  test("is asked for before anything else is looked at", async () => {
    expect(
      refusalIn(await api.send("POST", "/v1/payments", { text: "<", headers: { Accept: "text/html" } })),
    ).toEqual(UNAUTHORISED);
  });
});

describe("the limit of requests a second", () => {
  test("is the account's own, for all its keys together", async () => {
    const { account, key } = await testAccount({ createPerSecond: 3 });
    const other = await createApiKey(account, "Second", "tests", new Date());
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => api.post("/v1/payments", BODY, { key: n % 2 ? key : other })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    const over = answers.filter(({ status }) => status !== 201);
    expect(over).toHaveLength(5);
    for (const answer of over) {
      expect(refusalIn(answer)).toEqual(TOO_MANY);
      expect(answer.headers["retry-after"]).toBe("1");
    }
    expect(await database().$count(payments, eq(payments.serviceId, account.serviceId))).toBe(3);
  });

  test("counts creating and reading apart", async () => {
    const { key } = await testAccount({ createPerSecond: 1, getPerSecond: 1 });
    const made = await api.post<PaymentResource>("/v1/payments", BODY, { key });
    const path = `/v1/payments/${made.body.payment_id}`;
    const reads = await Promise.all([api.get(path, { key }), api.get(`${path}/events`, { key })]);
    expect(reads.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 429]);
  });

  test("leaves another account's requests alone, and comes before the firewall", async () => {
    const { key } = await testAccount({ createPerSecond: 1 });
    const answers = await Promise.all(
      Array.from({ length: 3 }, async () => api.send("POST", "/v1/payments", { key, text: "<" })),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([400, 429, 429]);
    expect((await api.post("/v1/payments", BODY, { key: (await testAccount()).key })).status).toBe(201);
  });
});

describe("the firewall", () => {
  test.each([
    undefined,
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json5",
    "application/jsonp; charset=utf-8",
    "application/merge-patch+json",
    "",
  ])("blocks a body announced as %s", async (type) => {
    const headers: Record<string, string> = type === undefined ? {} : { "Content-Type": type };
    expect(await refused(postText(JSON.stringify(BODY), headers))).toEqual(BLOCKED);
  });

  test.each(["application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8"])(
    "lets a body announced as %s through",
    async (type) => {
      expect((await postText(JSON.stringify(BODY), { "Content-Type": type })).status).toBe(201);
    },
  );

  test.each(["text/html", "application/xml", "image/*, text/*", "application/json;q=0", "application/jsonp"])(
    "blocks whoever accepts only %s, reading and writing",
    async (accept) => {
      expect(await refused(postText(JSON.stringify(BODY), { ...JSON_TYPE, Accept: accept }))).toEqual(
        BLOCKED,
      );
      const read = await api.get("/v1/payments/0123456789abcdefghjkmnpqrs", {
        key,
        headers: { Accept: accept },
      });
      expect(refusalIn(read)).toEqual(BLOCKED);
    },
  );

  test.each([
    "*/*",
    "application/*",
    "application/json",
    "text/html, application/json;q=0.1",
    "text/html,*/*;q=0.8",
    "",
  ])("lets whoever accepts %s through", async (accept) => {
    const answer = await postText(JSON.stringify(BODY), { ...JSON_TYPE, Accept: accept });
    expect(answer.status).toBe(201);
  });

  test.each(["<", ">", '"', "\\", "|"])("blocks a body with %s in any of its strings", async (barred) => {
    const bodies = [
      { ...BODY, description: `A ${barred}` },
      { ...BODY, reference: barred },
      { ...BODY, ignored: barred },
      { ...BODY, [`ignored${barred}`]: 1 },
      { ...BODY, metadata: { [barred]: "value" } },
      { ...BODY, metadata: { key: `value${barred}` } },
      { ...BODY, prefilled_cardholder_details: { billing_address: { country: barred } } },
      { ...BODY, ignored: [1, [{ deep: [barred] }]] },
      [barred],
      barred,
    ];
    for (const body of bodies) expect(await refused(postText(JSON.stringify(body)))).toEqual(BLOCKED);
  });

  test.each(["\\u003c", "\\u003E", "\\u0022", "\\u005c", "\\u007C"])(
    "blocks %s, which says the same when decoded",
    async (escape) => {
      expect(await refused(postText(`{"description":"A ${escape}"}`))).toEqual(BLOCKED);
      expect(await refused(postText(`{"${escape}":1}`))).toEqual(BLOCKED);
    },
  );

  test("lets other characters through, however they are escaped", async () => {
    const description = "Ffî & 'trwydded' – £5 {a} [b] ≤ \u{1F600}";
    const escaped = description.replace(/[^ -~]/gu, (c) =>
      Array.from({ length: c.length }, (_, n) => `\\u${c.charCodeAt(n).toString(16).padStart(4, "0")}`).join(
        "",
      ),
    );
    const answer = await postText(JSON.stringify({ ...BODY, description: "X" }).replace("X", escaped));
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ description });
  });

  test("comes before the body's own faults", async () => {
    expect(await refused(postText(JSON.stringify({ amount: "x", reference: "<" })))).toEqual(BLOCKED);
    expect(await refused(postText("not json", { "Content-Type": "text/plain" }))).toEqual(BLOCKED);
  });
});

describe("a body", () => {
  test.each([
    "",
    " ",
    "{",
    "nothing",
    "{'amount':1}",
    '{"amount":1}}',
    '{"amount":1,}',
    "\uFEFF\uFEFF{}",
    "NaN",
  ])("that is not JSON is refused: %j", async (text) => {
    expect(await refused(postText(text))).toEqual(NOT_JSON);
  });

  test.each(["[]", "[1]", "null", "1", "true", "false"])(
    "that is not an object is refused: %s",
    async (text) => {
      expect(await refused(postText(text))).toEqual(NOT_JSON);
    },
  );

  test("in another encoding than UTF-8 is not JSON, so that no name is stored with letters lost", async () => {
    const written = JSON.stringify({ ...BODY, description: "Siân" });
    expect((await postText(Buffer.from(written, "utf8"))).body).toMatchObject({ description: "Siân" });
    for (const encoding of ["latin1", "utf16le"] as const)
      expect(await refused(postText(Buffer.from(written, encoding)))).toEqual(NOT_JSON);
  });

  test("that is absent is not JSON, whatever the headers say", async () => {
    expect(await refused(api.send("POST", "/v1/payments", { key }))).toEqual(NOT_JSON);
    expect(await refused(api.send("POST", "/v1/payments", { key, headers: JSON_TYPE }))).toEqual(NOT_JSON);
  });

  test("of exactly 64 KiB is read, and of one byte more refused with 413", async () => {
    expect((await postText(padded(65_536))).status).toBe(201);
    expect(await refused(postText(padded(65_537)))).toMatchObject({ status: 413, code: "413" });
  });

  test("far over the limit gets its answer all the same, and the connection ends", async () => {
    const answer = await postText("x".repeat(5_000_000));
    expect(answer.status).toBe(413);
    expect(answer.headers.connection).toBe("close");
  });

  test("sent in chunks is measured as it comes", async () => {
    const chunk = `10000\r\n${" ".repeat(65_536)}\r\n`;
    const answer = await api.raw(
      `POST /v1/payments HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk}${chunk}0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /u);
  });

  test("nested deeper than anything means is refused, not a fault of ours", async () => {
    for (const levels of [100, 5000, 32_000]) {
      expect(await refused(postText("[".repeat(levels) + "]".repeat(levels)))).toEqual(NOT_JSON);
    }
    const deep = `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`;
    expect(
      await refused(
        api.send("POST", "/v1/payments", {
          key,
          headers: { ...JSON_TYPE, "Idempotency-Key": "deep" },
          text: JSON.stringify({ ...BODY, ignored: 0 }).replace(":0", `:${deep}`),
        }),
      ),
    ).toEqual(NOT_JSON);
  });
});

describe("every answer", () => {
  test("is JSON in UTF-8, kept by no cache", async () => {
    for (const { headers, body } of await answers()) {
      expect(headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(headers["cache-control"]).toBe("no-store");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(body).toBeTypeOf("object");
    }
  });

  test("has an X-Request-Id of its own", async () => {
    const ids = (await answers()).map(({ headers }) => String(headers["x-request-id"]));
    for (const id of ids) expect(id).toMatch(/^[\w.-]{8,64}$/u);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("echoes the caller's X-Request-Id where it is harmless", async () => {
    expect(await withId("caller-1.a_B")).toBe("caller-1.a_B");
    expect(await withId("a b")).not.toBe("a b");
    expect(await withId("x".repeat(65))).not.toBe("x".repeat(65));
  });

  test("to HEAD is that to GET without the body", async () => {
    const made = await api.post<PaymentResource>("/v1/payments", BODY, { key });
    const path = `/v1/payments/${made.body.payment_id}`;
    const [get, head] = [await api.get(path, { key }), await api.send("HEAD", path, { key })];
    expect(head).toMatchObject({ status: 200, text: "" });
    expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
    expect((await api.send("HEAD", path)).status).toBe(401);
  });

  test("does not depend on a query that the endpoint does not have", async () => {
    expect((await api.post("/v1/payments?amount=1&amount=%zz#x", BODY, { key })).status).toBe(201);
  });
});
