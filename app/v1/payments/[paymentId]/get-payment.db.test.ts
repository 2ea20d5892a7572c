import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PaymentResource } from "@/contract/payment-resource";
import { PAYMENT_STATUSES, STATE_MESSAGES, type PaymentStatus } from "@/contract/states";
import { database } from "@/db/client";
import { accounts, payments } from "@/db/schema";
import { createApiKey } from "@/domain/accounts/create-account";
import { testAccount } from "@/domain/accounts/test-account";
import type { ServiceCaller } from "@/domain/caller";
import { isRefused } from "@/domain/refused";
import { newId } from "@/domain/new-id";
import type { Payment } from "@/domain/payments/payment";
import { startPayment } from "@/domain/payments/start-payment";
import {
  aged,
  answeredCard,
  moved,
  opened,
  paymentIn,
  readPayment,
  statusesOf,
  TEST_NUMBERS,
  testPayment,
  write,
} from "@/domain/payments/test-payment";
import { refusalIn, serveApi, type TestApi } from "../../test-api";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOT_FOUND = { status: 404, code: "P0200", description: "Not found" };

let api: TestApi;
let caller: ServiceCaller;
let key: string;

beforeAll(async () => {
  ({ caller, key } = await testAccount());
  api = await serveApi();
});
afterAll(async () => api.close());

const get = async (id: string, withKey = key) =>
  api.get<PaymentResource>(`/v1/payments/${id}`, { key: withKey });

async function shown({ id }: Payment, withKey = key): Promise<PaymentResource> {
  const answer = await get(id, withKey);
  expect(answer.status).toBe(200);
  return PaymentResource.strict().parse(answer.body);
}

const tokenOf = async (payment: Payment) =>
  (await shown(payment))._links.next_url?.href.split("/").at(-1) ?? "";
const spend = async (token: string) => startPayment(token, new Date());

describe("an id", () => {
  test.each([
    ["unknown", newId(new Date())],
    ["too short", "01"],
    ["of other characters", "uuuuuuuuuuuuuuuuuuuuuuuuuu"],
    ["with a NUL", "%00"],
    ["no UTF-8", "%ff"],
    ["SQL", "'%20or%20'1'='1"],
    ["very long", "0".repeat(5000)],
  ])("that is %s is not found", async (_, id) => {
    expect(refusalIn(await get(id))).toEqual(NOT_FOUND);
  });

  test("of another service, or of the same service's other account, is not found", async () => {
    const other = await testAccount();
    const { serviceId } = caller.account;
    const live = { ...caller.account, id: newId(new Date()), live: true, paymentProvider: "stripe" } as const;
    await database().insert(accounts).values(live);
    const liveKey = await createApiKey(live, "Live", "tests", new Date());
    const payment = await testPayment(caller);
    const livePayment = await testPayment({ ...caller, account: live });
    expect(livePayment.serviceId).toBe(serviceId);
    expect((await get(livePayment.id, liveKey)).status).toBe(200);
    for (const [id, withKey] of [
      [payment.id, other.key],
      [payment.id, liveKey],
      [livePayment.id, key],
      [(await testPayment(other.caller)).id, key],
    ]) {
      expect(refusalIn(await get(id ?? "", withKey))).toEqual(NOT_FOUND);
    }
  });

  test("is not found in capitals, or with more behind it", async () => {
    const { id } = await testPayment(caller);
    for (const other of [id.toUpperCase(), `${id}0`, `${id}%20`, id.slice(0, -1)]) {
      expect(refusalIn(await get(other))).toEqual(NOT_FOUND);
    }
  });

  test("is found whatever the query says", async () => {
    const payment = await testPayment(caller);
    expect((await get(`${payment.id}?page=x`)).body.payment_id).toBe(payment.id);
  });
});

/** What each status looks like: links, state and refund_summary (D9, D12, D23). */
const SHOWN: Record<
  PaymentStatus,
  { links: string[]; cancellable: boolean; state: object; refunds: string }
> = {
  created: {
    links: ["next_url", "next_url_post"],
    cancellable: true,
    state: { finished: false },
    refunds: "pending",
  },
  started: {
    links: ["next_url", "next_url_post"],
    cancellable: true,
    state: { finished: false },
    refunds: "pending",
  },
  submitted: {
    links: ["next_url", "next_url_post"],
    cancellable: true,
    state: { finished: false },
    refunds: "pending",
  },
  capturable: { links: ["capture"], cancellable: true, state: { finished: false }, refunds: "unavailable" },
  success: { links: [], cancellable: false, state: { finished: true }, refunds: "available" },
  failed: { links: [], cancellable: false, state: ended("P0030"), refunds: "unavailable" },
  cancelled: { links: [], cancellable: false, state: ended("P0040"), refunds: "unavailable" },
  error: { links: [], cancellable: false, state: ended("P0050"), refunds: "unavailable" },
};

function ended(code: keyof typeof STATE_MESSAGES): object {
  return { finished: true, code, message: STATE_MESSAGES[code] };
}

describe.each(PAYMENT_STATUSES)("a payment that is %s", (status) => {
  test("shows its state, its links and what can be refunded", async () => {
    const { links, cancellable, state, refunds } = SHOWN[status];
    const payment = await shown(await paymentIn(caller, status));
    expect(payment.state).toEqual({ status, ...state });
    expect(Object.keys(payment._links).sort()).toEqual(
      ["cancel", "events", "refunds", "self", ...links].sort(),
    );
    expect(payment.refund_summary).toEqual({ status: refunds, amount_available: 1200, amount_submitted: 0 });

    const base = `http://localhost:3000/v1/payments/${payment.payment_id}`;
    expect(payment._links).toMatchObject({
      self: { href: base, method: "GET" },
      events: { href: `${base}/events`, method: "GET" },
      refunds: { href: `${base}/refunds`, method: "GET" },
      cancel: cancellable ? { href: `${base}/cancel`, method: "POST" } : null,
      ...(status === "capturable" && { capture: { href: `${base}/capture`, method: "POST" } }),
    });
  });

  test("shows the card once the payer has confirmed or the journey is over", async () => {
    const payment = await shown(await paymentIn(caller, status));
    const hasCard = ["capturable", "success", "error"].includes(status);
    expect(payment.card_details !== undefined).toBe(hasCard);
    expect(payment.card_brand).toBe(hasCard ? "Visa" : undefined);
  });

  test("shows the provider's id once the bank has answered", async () => {
    const payment = await shown(await paymentIn(caller, status));
    const asked = ["submitted", "capturable", "success", "error"].includes(status);
    expect(payment.provider_id !== undefined).toBe(asked);
    expect(payment.provider_id).not.toBe(payment.payment_id);
  });
});

describe("card_details", () => {
  test("are those of the card that was used", async () => {
    const payment = await shown(await paymentIn(caller, "success"));
    expect(payment.card_details).toEqual({
      card_brand: "Visa",
      card_type: "credit",
      last_digits_card_number: 1111,
      first_digits_card_number: 444433,
      expiry_date: "04/31",
      cardholder_name: "Jean Pâyer",
      billing_address: { line1: "1 High Street", city: "Borchester", postcode: "BO1 1AA", country: "GB" },
    });
    expect(payment).not.toHaveProperty("email");
  });

  test("stand on failed and cancelled payments too, if a card was given", async () => {
    const declined = await answeredCard(
      await opened(await testPayment(caller)),
      caller,
      TEST_NUMBERS.declined,
    );
    expect(await shown(declined)).toMatchObject({
      state: { status: "failed", ...ended("P0010") },
      card_details: { last_digits_card_number: 2 },
    });
    const cancelled = await moved(await paymentIn(caller, "submitted"), "cancelByService");
    expect(await shown(cancelled)).toHaveProperty("card_details");
  });

  test("have their digits as numbers, or as zero-padded text where the account asks for it", async () => {
    const { account, caller, key } = await testAccount();
    const payment = await paymentIn(caller, "success", {}, "4000000000000010");
    await write(payment, { firstDigits: "001234", lastDigits: "0010" });
    expect((await shown(payment, key)).card_details).toMatchObject({
      last_digits_card_number: 10,
      first_digits_card_number: 1234,
    });
    await database().update(accounts).set({ cardDigits: "text" }).where(eq(accounts.id, account.id));
    expect((await shown(payment, key)).card_details).toMatchObject({
      last_digits_card_number: "0010",
      first_digits_card_number: "001234",
    });
  });

  test("say null where the card's type is not known", async () => {
    const payment = await shown(await paymentIn(caller, "success", {}, "4000000000000010"));
    expect(payment.card_details).toHaveProperty("card_type", null);
  });

  test.each([
    ["371449635398431", "American Express"],
    ["3566002020360505", "Jcb"],
    ["6011000990139424", "Discover"],
    ["36148900647913", "Diners Club"],
    ["5200828282828210", "Mastercard"],
  ])("name the network as payments do: %s is %s", async (number, name) => {
    const payment = await shown(await paymentIn(caller, "success", {}, number));
    expect(payment).toMatchObject({ card_brand: name, card_details: { card_brand: name } });
  });

  test("come with the surcharge of a corporate card, which is counted in", async () => {
    const { caller, key } = await testAccount({ surchargeCreditPence: 250 });
    const payment = await shown(await paymentIn(caller, "success", {}, TEST_NUMBERS.corporateCredit), key);
    expect(payment).toMatchObject({
      amount: 1200,
      corporate_card_surcharge: 250,
      total_amount: 1450,
      refund_summary: { amount_available: 1450 },
    });
    const plain = await shown(await paymentIn(caller, "success"), key);
    expect(plain).not.toHaveProperty("total_amount");
    expect(plain).not.toHaveProperty("corporate_card_surcharge");
  });
});

describe("a paid payment", () => {
  test("says when it was asked for and taken, and neither fee nor net amount from the sandbox", async () => {
    const payment = await shown(await paymentIn(caller, "success"));
    expect(payment.settlement_summary).toEqual({
      capture_submit_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u) as string,
      captured_date: new Date().toISOString().slice(0, 10),
    });
    expect(payment).not.toHaveProperty("fee");
    expect(payment).not.toHaveProperty("net_amount");
  });

  test("has nothing settled while the capture is up to the caller", async () => {
    expect(await shown(await paymentIn(caller, "capturable"))).toMatchObject({
      delayed_capture: true,
      settlement_summary: {},
    });
  });

  test("says what has been given back, and is full when all has been", async () => {
    const payment = await paymentIn(caller, "success");
    await write(payment, { refunded: 200 });
    expect((await shown(payment)).refund_summary).toEqual({
      status: "available",
      amount_available: 1000,
      amount_submitted: 200,
    });
    await write(payment, { refunded: 1200 });
    expect((await shown(payment)).refund_summary).toEqual({
      status: "full",
      amount_available: 0,
      amount_submitted: 1200,
    });
  });

  test("cannot be refunded while it is disputed", async () => {
    const payment = await paymentIn(caller, "success");
    await write(payment, { disputed: true });
    expect((await shown(payment)).refund_summary.status).toBe("unavailable");
  });
});

describe("an unpaid payment's fee", () => {
  test("is shown by PSP-A on live accounts alone, and may make the net amount negative", async () => {
    const live = await testAccount({ live: true, paymentProvider: "stripe" });
    const failed = await moved(await testPayment(live.caller), "expire");
    await write(failed, { fee: 6 });
    expect(await shown(failed, live.key)).toMatchObject({ fee: 6, net_amount: -6 });
    const test = await testAccount({ paymentProvider: "stripe" });
    const other = await write(await moved(await testPayment(test.caller), "expire"), { fee: 6 });
    expect(await shown(other, test.key)).not.toHaveProperty("fee");
  });
});

describe("authorisation_summary", () => {
  test.each([true, false])("stands only where 3D Secure was performed: required %s", async (required) => {
    const payment = await paymentIn(caller, "success");
    expect(await shown(payment)).not.toHaveProperty("authorisation_summary");
    await write(payment, { threeDsRequired: required });
    expect((await shown(payment)).authorisation_summary).toEqual({ three_d_secure: { required } });
  });
});

describe("the token of next_url", () => {
  test("is the same in both links and at every read, and reading writes nothing", async () => {
    const payment = await testPayment(caller);
    const [first, second] = [await shown(payment), await shown(payment)];
    expect(second).toEqual(first);
    const token = await tokenOf(payment);
    expect(first._links.next_url).toEqual({ href: `http://localhost:3000/secure/${token}`, method: "GET" });
    expect(first._links.next_url_post).toEqual({
      href: "http://localhost:3000/secure",
      method: "POST",
      type: "application/x-www-form-urlencoded",
      params: { chargeTokenId: token },
    });
    expect(await readPayment(payment)).toEqual(payment);
  });

  test("works when it came with the creation, and when it was read since", async () => {
    const created = await api.post<PaymentResource>(
      "/v1/payments",
      { amount: 1, reference: "R", description: "D", return_url: "https://a.example/" },
      { key },
    );
    const token = created.body._links.next_url_post?.params.chargeTokenId ?? "";
    expect((await get(created.body.payment_id)).body._links.next_url_post?.params.chargeTokenId).toBe(token);
    expect(isRefused(await spend(token))).toBe(false);
  });

  test("opens the payment once; the next read has a fresh one, until the journey is over", async () => {
    const payment = await testPayment(caller);
    const token = await tokenOf(payment);
    expect(await spend(token)).toMatchObject({ id: payment.id, status: "started" });
    expect(isRefused(await spend(token))).toBe(true);

    const fresh = await tokenOf(payment);
    expect(fresh).not.toBe(token);
    expect(await spend(fresh)).toMatchObject({ id: payment.id, status: "started" });
    expect(isRefused(await spend(token))).toBe(true);

    const last = await tokenOf(payment);
    await moved(await readPayment(payment), "cancelByService");
    expect(await tokenOf(payment)).toBe("");
    expect(await spend(last)).toMatchObject({ status: "cancelled" });
  });

  test("is 128 bits at least beyond the payment's id", async () => {
    const payment = await testPayment(caller);
    const token = await tokenOf(payment);
    expect(token.startsWith(payment.id)).toBe(true);
    expect(token.slice(26)).toMatch(/^[a-z2-7]{26}$/u);
  });
});

describe("auth_url_post", () => {
  test("stands on a telephone order while it is created, and no longer", async () => {
    const payment = await testPayment(caller, { authorisation_mode: "moto_api" });
    const { _links } = await shown(payment);
    expect(_links.auth_url_post).toMatchObject({ href: "http://localhost:3000/v1/auth", method: "POST" });
    expect(_links).not.toHaveProperty("next_url");
    await moved(payment, "decline");
    expect((await shown(payment))._links).not.toHaveProperty("auth_url_post");
  });

  test("has a token that opens no page, as next_url's pays no order", async () => {
    const payment = await testPayment(caller, { authorisation_mode: "moto_api" });
    const token = (await shown(payment))._links.auth_url_post?.params.one_time_token ?? "";
    expect(isRefused(await startPayment(token, new Date()))).toBe(true);
    expect(await readPayment(payment)).toEqual(payment);
  });
});

describe("an overdue payment", () => {
  test.each(["created", "started", "submitted"] as const)(
    "that was %s is expired by the read that meets it",
    async (status) => {
      const payment = await paymentIn(caller, status);
      await aged(payment, 90 * MINUTE);
      expect((await shown(payment)).state).toEqual({ status: "failed", ...ended("P0020") });
      expect((await statusesOf(payment)).at(-1)).toBe("failed");
      expect(await shown(payment)).toMatchObject({
        _links: { cancel: null },
        refund_summary: { status: "unavailable" },
      });
    },
  );

  test("that was capturable lives for 120 hours, and what the bank holds is then released", async () => {
    const payment = await paymentIn(caller, "capturable");
    await aged(payment, 120 * HOUR - MINUTE);
    expect((await shown(payment)).state.status).toBe("capturable");
    await aged(await readPayment(payment), MINUTE);
    expect((await shown(payment)).state).toEqual({ status: "failed", ...ended("P0020") });
    const { voidDueAt, voidedAt } = await readPayment(payment);
    expect(voidDueAt ?? voidedAt).not.toBeNull();
  });

  test("is expired once, however many read it at once", async () => {
    const payment = await testPayment(caller);
    await aged(payment, 90 * MINUTE);
    const reads = await Promise.all(Array.from({ length: 20 }, async () => shown(payment)));
    for (const { state } of reads) expect(state.status).toBe("failed");
    expect(await statusesOf(payment)).toEqual(["created", "failed"]);
  });

  test("that is not yet due stays as it is", async () => {
    const payment = await testPayment(caller);
    await aged(payment, 90 * MINUTE - 30_000);
    expect((await shown(payment)).state.status).toBe("created");
    expect(await database().$count(payments, eq(payments.id, payment.id))).toBe(1);
  });
});
