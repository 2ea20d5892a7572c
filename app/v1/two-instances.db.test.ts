import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PaymentResource } from "@/contract/payment-resource";
import { database } from "@/db/client";
import { paymentEvents, payments, rateWindows, refunds, sandboxPayments } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import { testAccount } from "@/domain/accounts/test-account";
import type { Payment } from "@/domain/payments/payment";
import { paymentToken } from "@/domain/payments/payment-token";
import {
  effectsOn,
  paymentIn,
  readPayment,
  statusesOf,
  testPayment,
  write,
} from "@/domain/payments/test-payment";
import { spawnApi, type TestApi } from "./test-api";

const BODY = {
  amount: 1000,
  reference: "REF-1",
  description: "A permit",
  return_url: "https://service.example/return",
};

let instances: TestApi[];
let of: Awaited<ReturnType<typeof testAccount>>;
let drop: () => Promise<void>;

beforeAll(async () => {
  // The clocks of both instances do whatever is due: here it is to be this suite's alone.
  drop = await ownTestDatabase();
  of = await testAccount();
  instances = await Promise.all([spawnApi(), spawnApi()]);
}, 60_000);
afterAll(async () => {
  await Promise.all(instances.map(async (instance) => instance.close()));
  await drop();
});

/** The instance whose turn it is. */
function instance(turn: number): TestApi {
  const found = instances[turn % instances.length];
  if (!found) throw new Error("There is no instance");
  return found;
}

/** Does something so many times at once, by turns at either instance. */
const atOnce = async <T>(times: number, act: (api: TestApi, turn: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, async (_, turn) => act(instance(turn), turn)));
/** Opens a door that is not the API's. */
const knock = async (api: TestApi, path: string) => (await api.send("POST", path)).status;
const settle = async () => Promise.all(instances.map(async (api) => api.send("POST", "/settle")));
const count = (answers: readonly { status: number }[], wanted: number) =>
  answers.filter(({ status }) => status === wanted).length;

/** Until nothing is due at either instance. */
async function finish(): Promise<void> {
  await settle();
  for (const work of ["capture", "void", "refund"]) {
    await Promise.all(instances.map(async (api) => api.send("POST", `/work/${work}`)));
  }
  await settle();
}

describe("two instances at once", () => {
  test("are two processes, and neither is this one", async () => {
    const answers = await atOnce(2, async (api) => api.get<{ pid: number }>("/process"));
    expect(new Set([process.pid, ...answers.map(({ body }) => body.pid)]).size).toBe(3);
  });

  test("make one payment of fifty creations with one Idempotency-Key", async () => {
    const mine = await testAccount();
    const sent = { key: mine.key, headers: { "Idempotency-Key": randomUUID() } };
    const answers = await atOnce(50, async (api) => api.post<PaymentResource>("/v1/payments", BODY, sent));
    expect([count(answers, 201), count(answers, 200)]).toEqual([1, 49]);
    expect(new Set(answers.map(({ body }) => body.payment_id)).size).toBe(1);
    const ofMine = eq(payments.serviceId, mine.account.serviceId);
    expect(await database().$count(payments, ofMine)).toBe(1);
    expect(await database().$count(paymentEvents, eq(paymentEvents.serviceId, mine.account.serviceId))).toBe(
      1,
    );
  });

  test("make one payment of fifty bodies with one Idempotency-Key, and refuse the others", async () => {
    const sent = { key: of.key, headers: { "Idempotency-Key": randomUUID() } };
    const answers = await atOnce(50, async (api, turn) =>
      api.post("/v1/payments", { ...BODY, amount: 100 + turn }, sent),
    );
    expect([count(answers, 201), count(answers, 409)]).toEqual([1, 49]);
  });

  test("give back no more than was paid, with fifty refunds that each look what is left", async () => {
    const payment = await paymentIn(of.caller, "success");
    const path = `/v1/payments/${payment.id}`;
    const granted = await atOnce(50, async (api) => {
      for (;;) {
        const { body } = await api.get<PaymentResource>(path, { key: of.key });
        const available = body.refund_summary.amount_available;
        const asked = { amount: 50, refund_amount_available: available };
        const { status } = await api.post(`${path}/refunds`, asked, { key: of.key });
        if (status !== 412) return status;
      }
    });
    expect(granted.filter((status) => status === 202)).toHaveLength(24);
    expect(granted.filter((status) => status === 400)).toHaveLength(26);
    await finish();
    expect((await readPayment(payment)).refunded).toBe(1200);
    expect(await database().$count(refunds, eq(refunds.paymentId, payment.id))).toBe(24);
    const [book] = await database()
      .select()
      .from(sandboxPayments)
      .where(eq(sandboxPayments.paymentId, payment.id));
    expect(book).toMatchObject({ capturedPence: 1200, refundedPence: 1200 });
  }, 60_000);

  test("let one of fifty refunds through that all believe the same to be left", async () => {
    const payment = await paymentIn(of.caller, "success");
    const asked = { amount: 100, refund_amount_available: 1200 };
    const answers = await atOnce(50, async (api) =>
      api.post(`/v1/payments/${payment.id}/refunds`, asked, { key: of.key }),
    );
    expect([count(answers, 202), count(answers, 412)]).toEqual([1, 49]);
    await finish();
    expect((await readPayment(payment)).refunded).toBe(100);
  });

  test("decide refunds within the request, though their clocks look for what is due meanwhile", async () => {
    const paid = await Promise.all(Array.from({ length: 15 }, async () => paymentIn(of.caller, "success")));
    const ticking = { on: true };
    const clocks = atOnce(4, async (api) => {
      while (ticking.on) await api.send("POST", "/work/refund");
    });
    const asked = { amount: 100, refund_amount_available: 1200 };
    const answers = await Promise.all(
      paid.map(async ({ id }, turn) =>
        instance(turn).post<{ status: string }>(`/v1/payments/${id}/refunds`, asked, { key: of.key }),
      ),
    );
    ticking.on = false;
    await clocks;
    expect(new Set(answers.map(({ body }) => body.status))).toEqual(new Set(["success"]));
  });

  test("open one of twenty visits with the same next_url", async () => {
    const payment = await testPayment(of.caller);
    const token = paymentToken("next url", payment);
    const answers = await atOnce(20, async (api) => knock(api, `/start/${token}`));
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter((status) => status === 409)).toHaveLength(19);
    expect(await statusesOf(payment)).toEqual(["created", "started"]);
  });

  test("take one of twenty cards with the same one-time token", async () => {
    const payment = await testPayment(of.caller, { authorisation_mode: "moto_api" });
    const card = {
      one_time_token: paymentToken("one-time token", payment),
      card_number: "4444333322221111",
      cvc: "737",
      expiry_date: "04/31",
      cardholder_name: "Jean Payer",
    };
    const answers = await atOnce(20, async (api) => api.post<{ code?: string }>("/v1/auth", card));
    expect([count(answers, 204), count(answers, 400)]).toEqual([1, 19]);
    for (const { status, body } of answers) if (status === 400) expect(body.code).toBe("P1212");
    await finish();
    expect(await effectsOn(payment)).toEqual(["authorise", "capture"]);
    expect(await statusesOf(payment)).toEqual(["created", "submitted", "success"]);
  });

  test("take the money of what is due once, though both their clocks find it", async () => {
    const due = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const payment = await paymentIn(of.caller, "submitted");
        // Confirmed by a process that died before it asked for the money.
        return write(payment, { status: "success", expiresAt: null, captureDueAt: new Date() });
      }),
    );
    await atOnce(6, async (api) => knock(api, "/work/capture"));
    await finish();
    for (const payment of due) {
      expect(await effectsOn(payment)).toEqual(["authorise", "capture"]);
      expect((await readPayment(payment)).captureDueAt).toBeNull();
    }
  });
});

describe("a limit of requests a second", () => {
  /** A window that has begun and will not end while the test runs. */
  const longWindow = async (bucket: string) =>
    database()
      .insert(rateWindows)
      .values({ bucket, startedAt: sql`clock_timestamp() + interval '1 minute'`, used: 0 });

  test("holds for both instances together", async () => {
    const mine = await testAccount({ createPerSecond: 5 });
    await longWindow(`${mine.account.id} create`);
    const answers = await atOnce(40, async (api) => api.post("/v1/payments", BODY, { key: mine.key }));
    expect([count(answers, 201), count(answers, 429)]).toEqual([5, 35]);
    expect(await database().$count(payments, eq(payments.serviceId, mine.account.serviceId))).toBe(5);
  });

  test("is never exceeded where it is high and taken in batches", async () => {
    const mine = await testAccount({ getPerSecond: 200 });
    await longWindow(`${mine.account.id} get`);
    const answers = await atOnce(300, async (api) => api.get("/v1/payments", { key: mine.key }));
    expect(count(answers, 200)).toBeLessThanOrEqual(200);
    expect(count(answers, 200)).toBeGreaterThanOrEqual(180);
    expect(count(answers, 200) + count(answers, 429)).toBe(300);
  });
});

/** What may end a payment, each tried at both instances. */
const CHALLENGERS: Record<string, (api: TestApi, payment: Payment) => Promise<number>> = {
  confirm: async (api, { id }) => knock(api, `/confirm/${id}`),
  cancel: async (api, { id }) =>
    (await api.send("POST", `/v1/payments/${id}/cancel`, { key: of.key })).status,
  capture: async (api, { id }) =>
    (await api.send("POST", `/v1/payments/${id}/capture`, { key: of.key })).status,
  expiry: async (api) => knock(api, "/work/expire"),
  read: async (api, { id }) => (await api.get(`/v1/payments/${id}`, { key: of.key })).status,
};

describe("of confirm, cancel, capture and expiry at the same moment", () => {
  test.each([
    ["submitted", false],
    ["submitted", true],
    ["capturable", true],
  ] as const)(
    "one wins a payment that is %s (delayed capture: %s), and its bank does one thing",
    async (status, delayed_capture) => {
      for (let round = 0; round < 9; round += 1) {
        const payment = await paymentIn(of.caller, status, { delayed_capture });
        const before = await statusesOf(payment);
        // It lapses somewhere in the middle of what follows, or not at all.
        if (round % 3 > 0)
          await write(payment, { expiresAt: new Date(Date.now() + (round % 3 === 1 ? 2 : 8)) });
        await atOnce(10, async (api, turn) => {
          const challenger = Object.values(CHALLENGERS)[Math.floor(turn / 2)];
          return challenger?.(api, payment);
        });
        await finish();
        const after = await readPayment(payment);
        const since = (await statusesOf(payment)).slice(before.length);
        expect(since.at(-1) ?? status).toBe(after.status);
        // Confirmed with delayed capture it may still be captured, cancelled or expired: one of them.
        expect(since.filter((each) => each !== "capturable").length).toBeLessThanOrEqual(1);
        const open = after.status === "submitted" || after.status === "capturable";
        const effect = after.status === "success" ? ["capture"] : open ? [] : ["void"];
        expect(await effectsOn(payment)).toEqual(["authorise", ...effect]);
        expect(after).toMatchObject({ captureDueAt: null, voidDueAt: null });
      }
    },
    60_000,
  );

  test("one is told that it won; the others are told why not", async () => {
    for (let round = 0; round < 6; round += 1) {
      const payment = await paymentIn(of.caller, "submitted");
      const [confirms, cancels] = await Promise.all([
        atOnce(6, async (api) => CHALLENGERS.confirm?.(api, payment)),
        atOnce(6, async (api) => CHALLENGERS.cancel?.(api, payment)),
      ]);
      const won = confirms.filter((status) => status === 200).length;
      const lost = cancels.filter((status) => status === 204).length;
      expect(won + lost).toBe(1);
      expect(cancels.filter((status) => status !== 204)).toEqual(Array<number>(6 - lost).fill(409));
      await finish();
      expect(await effectsOn(payment)).toEqual(["authorise", won === 1 ? "capture" : "void"]);
    }
  }, 60_000);
});
