import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { idempotencyKeyOf, sendMessage, type Message } from "./gateway";
import { inquiryMessage } from "./modification-message";
import { merchant, replyDocument } from "./test-worldpay";

const RECEIPT = replyDocument('<ok><cancelReceived orderCode="x"/></ok>');

let server: Server;
let url: string;
let asked: IncomingMessage[] = [];
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request);
    request.resume().on("end", () => answer(response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  url = `http://127.0.0.1:${address.port}/`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function send(respond: (response: ServerResponse) => void, changes: Partial<Message> = {}) {
  asked = [];
  answer = respond;
  const message = {
    url,
    merchant: merchant("ONEOFF"),
    body: inquiryMessage("x"),
    timeoutMilliseconds: 5_000,
  };
  return sendMessage({ ...message, ...changes });
}

test("a message says who sends it, and brings no cookies but the one it was given", async () => {
  await send((response) => response.setHeader("set-cookie", "machine=one").end(RECEIPT));
  expect(asked[0]?.headers.authorization).toBe(
    `Basic ${Buffer.from("user-ONEOFF:pass:wörd", "utf8").toString("base64")}`,
  );
  await send((response) => response.end(RECEIPT));
  expect(asked[0]?.headers).not.toHaveProperty("cookie");
  await send((response) => response.end(RECEIPT), { machine: "two", idempotencyKey: "key" });
  expect(asked[0]?.headers).toMatchObject({ cookie: "machine=two", "idempotency-key": "key" });
});

test.each([
  [["machine=one;Secure;path=/"], "one"],
  [["other=1", "machine=one; path=/"], "one"],
  [["machine=one", "machine=two"], "two"],
  [["machine="], undefined],
  [['machine="a'], undefined],
  [["xmachine=one"], undefined],
])("of the cookies %j it keeps %s", async (cookies, machine) => {
  const answered = await send((response) => response.setHeader("set-cookie", cookies).end(RECEIPT));
  expect(answered).toMatchObject({ is: "reply" });
  expect("machine" in answered ? answered.machine : undefined).toBe(machine);
});

test("a redirection is not followed, and proves nothing", async () => {
  const answered = await send((response) => response.writeHead(302, { location: `${url}elsewhere` }).end());
  expect(answered).toEqual({ is: "unknown", cause: "http_302" });
  expect(asked).toHaveLength(1);
});

test.each([400, 401, 403, 404])("status %i means that nothing was looked at", async (status) => {
  expect(await send((response) => response.writeHead(status).end("<p>no</p>"))).toEqual({
    is: "turnedAway",
    status,
  });
});

test.each([202, 408, 429, 500, 502, 503, 504])("status %i proves nothing", async (status) => {
  expect(await send((response) => response.writeHead(status).end(RECEIPT))).toMatchObject({ is: "unknown" });
});

test("an answer without end is cut off, and proves nothing", async () => {
  let hungUp: Promise<unknown> | undefined;
  const answered = await send((response) => {
    const more = setInterval(() => response.write("x".repeat(65_536)), 1);
    hungUp = once(response, "close").then(() => clearInterval(more));
  });
  expect(answered).toEqual({ is: "unknown", cause: "unparsable" });
  await hungUp;
});

test("an answer that does not come is waited for no longer than was said", async () => {
  expect(await send(() => {}, { timeoutMilliseconds: 100 })).toEqual({ is: "unknown", cause: "timeout" });
  const stalled = (response: ServerResponse) => void response.write(RECEIPT.slice(0, 100));
  expect(await send(stalled, { timeoutMilliseconds: 100 })).toEqual({ is: "unknown", cause: "timeout" });
});

test("a key for one operation is a UUID, always the same, and another for each attempt", () => {
  const key = idempotencyKeyOf({ operationKey: "refund:1" });
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u);
  expect(idempotencyKeyOf({ operationKey: "refund:1" })).toBe(key);
  expect(idempotencyKeyOf({ operationKey: "refund:1" }, 2)).not.toBe(key);
  expect(idempotencyKeyOf({ operationKey: "refund:2" })).not.toBe(key);
});
