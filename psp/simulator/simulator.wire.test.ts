import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createSimulator, type Simulator } from "./create-simulator";

let simulator: Simulator;
beforeAll(async () => {
  simulator = await createSimulator({ clock: { standsAt: new Date("2026-03-01T12:00:00.000Z") } });
});
beforeEach(() => simulator.reset());
afterAll(() => simulator.close());

async function ask(method: "GET" | "POST" | "DELETE", path: string, body?: unknown) {
  const answer = await fetch(`${simulator.url}/_sim/${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

test("listens on loopback alone", () => {
  expect(simulator.url).toBe(`http://127.0.0.1:${simulator.port}`);
});

test("has a clock that is set or advanced", async () => {
  expect(await ask("POST", "clock", { advance: "P1DT2H30M" })).toEqual({
    status: 200,
    body: { now: "2026-03-02T14:30:00.000Z" },
  });
  expect(await ask("POST", "clock", { advance: 1000 })).toMatchObject({
    body: { now: "2026-03-02T14:30:01.000Z" },
  });
  expect(await ask("POST", "clock", { now: "2026-04-01T00:00:00Z" })).toMatchObject({ status: 200 });
  expect(await ask("GET", "clock")).toMatchObject({
    body: { now: "2026-04-01T00:00:00.000Z", steered: true },
  });
});

test("has a clock for each provider, so that a customer of one does not move the other's time", async () => {
  await ask("POST", "clock", { psp: "stripe", advance: "P9D" });
  expect(simulator.clocks.stripe.now()).toEqual(new Date("2026-03-10T12:00:00.000Z"));
  expect(simulator.clocks.worldpay.now()).toEqual(new Date("2026-03-01T12:00:00.000Z"));
});

test.each([{ now: "2020-01-01T00:00:00Z" }, { advance: "P1M" }, { advance: -1 }, { back: 1 }])(
  "refuses to move its clock by %o",
  async (change) => {
    expect(await ask("POST", "clock", change)).toMatchObject({ status: 400 });
    expect(simulator.clock.now()).toEqual(new Date("2026-03-01T12:00:00.000Z"));
  },
);

test("takes one fault or several, and forgets them", async () => {
  await ask("POST", "faults", {
    psp: "stripe",
    do: "timeout:after-commit",
    operation: "payment_intents.confirm",
  });
  await ask("POST", "faults", [
    { psp: "worldpay", do: "cookie:drop", nth: 2 },
    { psp: "stripe", do: "truncate" },
  ]);
  expect(simulator.faults.waiting()).toHaveLength(3);
  expect(await ask("POST", "faults", { psp: "stripe", do: "explode" })).toMatchObject({ status: 400 });
  await ask("DELETE", "faults");
  expect((await ask("GET", "faults")).body).toEqual([]);
});

test("strikes with a fault at its turn, as often as was said, and only what it is meant for", () => {
  const { faults } = simulator;
  faults.add({ psp: "stripe", operation: "refunds.create", do: "garbage", nth: 2, times: 2 });
  const strike = (operation: string) => faults.strike("stripe", { operation }, "request");
  expect([strike("refunds.create"), strike("customers.create")]).toEqual([undefined, undefined]);
  expect([strike("refunds.create"), strike("refunds.create")]).toEqual(["garbage", "garbage"]);
  expect(strike("refunds.create")).toBeUndefined();
  faults.add({ psp: "stripe", do: "notify:duplicate" });
  expect(strike("refunds.create")).toBeUndefined();
  expect(faults.strike("stripe", { operation: "refund.created" }, "notification")).toBe("notify:duplicate");
});

test("says that it does not know what it does not know", async () => {
  expect(await ask("GET", "weather")).toMatchObject({ status: 404 });
  expect((await fetch(`${simulator.url}/nothing`)).status).toBe(404);
});

test("goes on when somebody hangs up in the middle of a request", async () => {
  const socket = connect(simulator.port, "127.0.0.1");
  socket.write("POST /v1/payment_methods HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\ntype=");
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await ask("GET", "clock")).toMatchObject({ status: 200 });
});
