import { Stripe } from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createSimulator, type Simulator } from "../create-simulator";

const DAY = 86_400_000;
let simulator: Simulator;
let stripe: Stripe;

beforeAll(async () => {
  simulator = await createSimulator({ clock: { standsAt: new Date("2026-03-02T12:00:00.000Z") } });
  stripe = client("sk_test_0123456789abcdef");
});
beforeEach(() => simulator.reset());
afterAll(() => simulator.close());

function client(key: string): Stripe {
  const { port } = simulator;
  return new Stripe(key, {
    host: "127.0.0.1",
    port,
    protocol: "http",
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

function open(params: Partial<Stripe.PaymentIntentCreateParams> = {}, idempotencyKey?: string) {
  return stripe.paymentIntents.create(
    { amount: 1000, currency: "gbp", capture_method: "manual", metadata: { payment_id: "p1" }, ...params },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );
}

async function card(number = "4242424242424242") {
  return stripe.paymentMethods.create({
    type: "card",
    card: { number, exp_month: 12, exp_year: 2030, cvc: "123" },
  });
}

async function held(number?: string) {
  const [intent, method] = [await open(), await card(number)];
  return stripe.paymentIntents.confirm(intent.id, {
    payment_method: method.id,
    return_url: "https://pay.example/back",
  });
}

async function captured(number?: string) {
  const { id } = await held(number);
  return stripe.paymentIntents.capture(id, {}, {});
}

/** Sends what the SDK's types do not allow. */
async function raw(path: string, body: string, key = "sk_test_0123456789abcdef") {
  const answer = await fetch(`${simulator.url}/v1/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/x-www-form-urlencoded" },
    body,
  });
  return {
    status: answer.status,
    body: (await answer.json()) as { error?: { code?: string; param?: string } },
  };
}

describe("the simulated Stripe", () => {
  test.each([
    [
      "payment_intents",
      "amount=1000&currency=gbp&payment_method_types[0]=card",
      "parameter_unknown",
      "payment_method_types",
    ],
    ["payment_intents", "amount=1000&currency=gbp&colour=red", "parameter_unknown", "colour"],
    ["payment_intents", "currency=gbp", "parameter_missing", "amount"],
    ["payment_intents", "amount=10.5&currency=gbp", "parameter_invalid", "amount"],
    ["payment_intents", "amount=29&currency=gbp", "amount_too_small", "amount"],
    ["payment_intents", "amount=1000&currency=gbp&customer=cus_nobody", "resource_missing", "customer"],
    [
      "payment_methods",
      "type=card&card[number]=4242424242424242&card[exp_month]=12",
      "parameter_missing",
      "card[exp_year]",
    ],
  ])("refuses %s with %s: %s", async (path, body, code, param) => {
    expect((await raw(path, body)).body).toMatchObject({ error: { code, param } });
  });

  test.each(["sk_test_short", "sk_live_0123456789abcdef", "pk_test_0123456789abcdef", ""])(
    "does not know the key %j, and does not repeat it",
    async (key) => {
      const answer = await raw("payment_intents", "amount=1000&currency=gbp", key);
      expect(answer.status).toBe(401);
      if (key) expect(JSON.stringify(answer.body)).not.toContain(key);
    },
  );

  test("takes the key as a user's name too", async () => {
    const headers = { authorization: `Basic ${btoa("sk_test_0123456789abcdef:")}` };
    expect((await fetch(`${simulator.url}/v1/balance`, { headers })).status).toBe(200);
  });

  test("keeps each key's payments to itself", async () => {
    const { id } = await open();
    await expect(client("sk_test_anotherkey012345").paymentIntents.retrieve(id)).rejects.toMatchObject({
      statusCode: 404,
      code: "resource_missing",
    });
  });

  test("answers a repeated key with its first answer for a day, and then anew", async () => {
    const first = await open({}, "once");
    const second = await open({}, "once");
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers["idempotent-replayed"]).toBe("true");
    await expect(open({ amount: 1001 }, "once")).rejects.toMatchObject({
      rawType: "idempotency_error",
      statusCode: 400,
    });
    simulator.clock.advance(DAY);
    expect((await open({ amount: 1001 }, "once")).id).not.toBe(first.id);
  });

  test("remembers no answer to what it could not read", async () => {
    await expect(open({ amount: 10.5 }, "again")).rejects.toMatchObject({ code: "parameter_invalid" });
    expect(await open({}, "again")).toMatchObject({ amount: 1000 });
  });

  test("lets a payment go only where it can go from where it stands", async () => {
    const intent = await open();
    const wrong = { code: "payment_intent_unexpected_state", statusCode: 400 };
    await expect(stripe.paymentIntents.capture(intent.id)).rejects.toMatchObject(wrong);
    const { id } = await held();
    await expect(stripe.paymentIntents.confirm(id)).rejects.toMatchObject(wrong);
    await expect(stripe.paymentIntents.capture(id, { amount_to_capture: 1001 })).rejects.toMatchObject({
      code: "amount_too_large",
    });
    await stripe.paymentIntents.cancel(id);
    for (const act of [stripe.paymentIntents.cancel(id), stripe.paymentIntents.capture(id)])
      await expect(act).rejects.toMatchObject(wrong);
  });

  test("lets go of an authorisation that nobody captured within a week", async () => {
    const { id } = await held();
    simulator.clock.advance(7 * DAY);
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: "canceled",
      cancellation_reason: "automatic",
    });
  });

  test("puts objects in the place of their ids, where it is asked to and can", async () => {
    const { id } = await captured();
    const intent = await stripe.paymentIntents.retrieve(id, {
      expand: ["latest_charge.balance_transaction", "payment_method"],
    });
    expect(intent.latest_charge).toMatchObject({
      object: "charge",
      metadata: { payment_id: "p1" },
      balance_transaction: {
        amount: 1000,
        fee: 35,
        net: 965,
        fee_details: [{ type: "stripe_fee", amount: 35 }],
      },
    });
    expect(intent.payment_method).toMatchObject({ object: "payment_method", card: { last4: "4242" } });
    await expect(stripe.paymentIntents.retrieve(id, { expand: ["colour"] })).rejects.toMatchObject({
      param: "expand",
    });
  });

  test("lists in pages, the newest first", async () => {
    const { id } = await captured();
    for (const amount of [100, 200, 300]) await stripe.refunds.create({ payment_intent: id, amount });
    const page = await stripe.refunds.list({ payment_intent: id, limit: 2 });
    expect([page.has_more, page.data.map(({ amount }) => amount)]).toEqual([true, [300, 200]]);
    const all = await stripe.refunds.list({ payment_intent: id, limit: 2 }).autoPagingToArray({ limit: 10 });
    expect(all.map(({ amount }) => amount)).toEqual([300, 200, 100]);
  });

  test.each([
    ["4242424242424242", 35],
    ["371449635398431", 39],
    ["4000002500000003", 45],
    ["3566002020360505", 53],
  ])("keeps of a payment with %s its own fee", async (number, fee) => {
    const { id } = await captured(number);
    const intent = await stripe.paymentIntents.retrieve(id, {
      expand: ["latest_charge.balance_transaction"],
    });
    expect(intent.latest_charge).toMatchObject({ balance_transaction: { fee } });
  });

  test("refunds no more than was taken", async () => {
    const { id } = await captured();
    await stripe.refunds.create({ payment_intent: id, amount: 999 });
    await expect(stripe.refunds.create({ payment_intent: id, amount: 2 })).rejects.toMatchObject({
      param: "amount",
    });
    await stripe.refunds.create({ payment_intent: id });
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
      code: "charge_already_refunded",
    });
    expect(simulator.protocols.flatMap((protocol) => protocol.invariants())).toEqual([]);
  });

  test("decides a dispute by its test evidence", async () => {
    const { id } = await captured("4000000000000259");
    const { data } = await stripe.disputes.list({ payment_intent: id });
    const won = await stripe.disputes.update(data[0]?.id ?? "", {
      evidence: { uncategorized_text: "winning_evidence" },
    });
    expect(won).toMatchObject({ status: "won", balance_transactions: [{ net: -2500 }, { net: 1000 }] });
  });

  test("notices when a payment is authorised twice", async () => {
    await held();
    await held();
    expect(simulator.protocols.flatMap((protocol) => protocol.invariants())).toEqual([
      "payment p1: authorised more than once",
    ]);
  });

  test("ends refunds at once while nobody steers its clock", async () => {
    const running = await createSimulator();
    const { port } = running;
    const own = new Stripe("sk_test_0123456789abcdef", {
      host: "127.0.0.1",
      port,
      protocol: "http",
      telemetry: false,
    });
    const method = await own.paymentMethods.create({
      type: "card",
      card: { number: "4000000000005126", exp_month: 12, exp_year: 2090, cvc: "123" },
    });
    const { id } = await own.paymentIntents.create({
      amount: 500,
      currency: "gbp",
      capture_method: "manual",
    });
    await own.paymentIntents.confirm(id, {
      payment_method: method.id,
      return_url: "https://pay.example/back",
    });
    await own.paymentIntents.capture(id);
    expect(await own.refunds.create({ payment_intent: id })).toMatchObject({
      status: "failed",
      failure_reason: "expired_or_canceled_card",
    });
    await running.close();
  });
});

describe("the bank's page", () => {
  test("is plain, says how much, and is answered once", async () => {
    const intent = await held("4000002500003155");
    const url = intent.next_action?.redirect_to_url?.url ?? "";
    const page = await (await fetch(url)).text();
    expect(page).toContain("£10.00");
    expect(page).toContain('<html lang="en">');
    expect(page).not.toContain("<script");
    const answer = (choice: string) =>
      fetch(url, { method: "POST", body: new URLSearchParams({ answer: choice }), redirect: "manual" });
    expect((await answer("perhaps")).status).toBe(400);
    const back = await answer("pass");
    expect([back.status, back.headers.get("location")]).toEqual([
      303,
      expect.stringContaining(`https://pay.example/back?payment_intent=${intent.id}`),
    ]);
    expect(await (await answer("fail")).text()).toContain("nothing left to answer");
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: "requires_capture" });
  });
});
