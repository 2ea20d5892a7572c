import { createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sendMessage } from "./send-message";
import { answer, testReceiver, type TestReceiver } from "./test-receiver";

let receiver: TestReceiver;
beforeEach(async () => {
  receiver = await testReceiver();
});
afterEach(async () => receiver.close());

const send = async (callbackUrl = receiver.url, live = false) =>
  sendMessage({ callbackUrl, live }, { "webhook-id": "1" }, '{"a":"ŵ"}');

describe("a message", () => {
  test("arrives byte for byte, and its answer is told", async () => {
    expect(await send()).toEqual({ httpStatus: 200 });
    expect(receiver.received).toMatchObject([
      { raw: '{"a":"ŵ"}', headers: { "webhook-id": "1", "content-type": "application/json; charset=utf-8" } },
    ]);
  });

  test("does not follow a redirect", async () => {
    const other = await testReceiver();
    receiver.behave(answer(302, { Location: other.url }));
    expect(await send()).toEqual({ httpStatus: 302 });
    expect(other.received).toEqual([]);
    await other.close();
  });

  test("has failed when the connection is refused or cut", async () => {
    receiver.behave((response) => response.destroy());
    expect(await send()).toEqual({ failure: "ECONNRESET" });
    await receiver.close();
    expect(await send()).toEqual({ failure: "ECONNREFUSED" });
  });

  test("has failed after five seconds without a whole answer, however busily it trickles", async () => {
    const trickling = createServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => socket.write("X-Slow: 1\r\n"), 500);
      socket.on("error", () => {}).on("close", () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => trickling.listen(0, "127.0.0.1", resolve));
    const { port } = trickling.address() as { port: number };
    receiver.behave(() => {});
    const began = performance.now();
    expect(await Promise.all([send(), send(`http://127.0.0.1:${port}/`)])).toEqual([
      { failure: "no answer within 5 seconds" },
      { failure: "no answer within 5 seconds" },
    ]);
    expect(performance.now() - began).toBeLessThan(6500);
    trickling.close();
  }, 10_000);

  test("goes to the addresses that were looked up, once", async () => {
    const port = new URL(receiver.url).port;
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return [{ address: "127.0.0.1", family: 4 }];
    };
    const to = { callbackUrl: `http://receiver.example:${port}/`, live: false };
    expect(await sendMessage(to, {}, "{}", resolve)).toEqual({ httpStatus: 200 });
    expect(asked).toEqual(["receiver.example"]);
    expect(receiver.received[0]?.headers.host).toBe(`receiver.example:${port}`);
  });
});

describe("a live account's message", () => {
  const port = () => new URL(receiver.url).port;

  test("is not sent to a private address, named or not, nor without TLS", async () => {
    expect(await send(`https://127.0.0.1:${port()}/`, true)).toEqual({ failure: "not a public address" });
    expect(await send(`https://[::1]:${port()}/`, true)).toEqual({ failure: "not a public address" });
    expect(await send(`https://localhost:${port()}/`, true)).toEqual({ failure: "not a public address" });
    expect(await send(receiver.url, true)).toEqual({ failure: "not https" });
    expect(receiver.received).toEqual([]);
  });

  test("is not sent where a name has turned to since it was accepted", async () => {
    let reached = 0;
    const inside = createServer((socket) => {
      reached += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => inside.listen(0, "127.0.0.1", resolve));
    const { port: innerPort } = inside.address() as { port: number };
    const rebound = async () => [{ address: "127.0.0.1", family: 4 }];
    const to = { callbackUrl: `https://receiver.example:${innerPort}/`, live: true };
    expect(await sendMessage(to, {}, "{}", rebound)).toEqual({ failure: "not a public address" });
    expect(reached).toBe(0);
    inside.close();
  });
});
