import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { answerBank } from "./bank-page";

/** What a caller and a payer know for certain about one payment, from answers they have had. */
export interface Walk {
  readonly paymentId: string;
  /** The payer's Confirm was answered by sending them back to the service. */
  readonly confirmed: boolean;
}

/** Where the service is, and the key to it. */
export interface Door {
  readonly url: string;
  readonly key: string;
  /** Whether walks should come to their end. */
  readonly closing: () => boolean;
  /** Told of each answer, of whatever kind. */
  readonly answered: () => void;
}

interface Payment {
  payment_id: string;
  refund_summary: { status: string; amount_available: number; amount_submitted: number };
  state: { status: string; finished: boolean };
  authorisation_summary?: { three_d_secure: { required: boolean } };
  _links: { next_url?: { href: string } };
}

const CARDS = [
  "4242424242424242",
  "4242424242424242",
  "4000056655665556",
  "4000000000000002",
  "4000000000000119",
  "4000002500003155",
  "4000002500003155",
  "4000002760003184",
];

/**
 * One caller with one payer, by plain HTTP as a browser without script would do it: create, open, card, confirm or
 * cancel; and now and then the caller refunds. What is not answered is asked for again, as people and careful callers do.
 *
 * @returns undefined when the creation was never answered before closing.
 */
export async function walk(door: Door): Promise<Walk | undefined> {
  const key = randomUUID();
  const created = await insist(door, () => create(door, key));
  if (!created) return undefined;
  const card = CARDS[Math.floor(Math.random() * CARDS.length)] ?? "";
  const delayed = Math.random() < 0.1;
  let cookie = "";
  let confirmed = false;
  for (let step = 0; step < 200; step += 1) {
    const payment = await insist(door, () => get(door, created.payment_id));
    if (!payment || payment.state.finished || (door.closing() && delayed)) break;
    cookie = (await attempt(door, () => open(door, payment, cookie))) ?? cookie;
    if ((await attempt(door, () => act(door, payment, cookie, card))) === "confirmed") confirmed = true;
    await sleep(10 + Math.random() * 100);
  }
  if (confirmed && Math.random() < 0.3) await insist(door, () => refund(door, created.payment_id));
  return { paymentId: created.payment_id, confirmed };
}

/** Half of it, once: a caller who has had no answer looks first whether there was a refund after all. */
async function refund(door: Door, id: string): Promise<true> {
  const { refund_summary: summary } = await get(door, id);
  if (summary.status !== "available" || summary.amount_submitted > 0) return true;
  const available = summary.amount_available;
  const answer = await fetch(`${door.url}/v1/payments/${id}/refunds`, {
    method: "POST",
    headers: { Authorization: `Bearer ${door.key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ amount: Math.ceil(available / 2), refund_amount_available: available }),
  });
  if (answer.status >= 500) throw new Error(`refund answered ${answer.status}`);
  return true;
}

async function create({ url, key }: Door, idempotencyKey: string): Promise<Payment> {
  const answer = await fetch(`${url}/v1/payments`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      "Idempotency-Key": idempotencyKey,
    },
    body: JSON.stringify({
      amount: 1000 + Math.floor(Math.random() * 9000),
      reference: "TORTURE",
      description: "A payment in bad weather",
      return_url: "https://example.org/done",
    }),
  });
  if (!answer.ok) throw new Error(`creation answered ${answer.status}`);
  return (await answer.json()) as Payment;
}

async function get({ url, key }: Door, id: string): Promise<Payment> {
  const answer = await fetch(`${url}/v1/payments/${id}`, { headers: { Authorization: `Bearer ${key}` } });
  if (!answer.ok) throw new Error(`get answered ${answer.status}`);
  return (await answer.json()) as Payment;
}

/** The payer follows next_url, unless they have the payment open already. @returns the journey cookie. */
async function open({ url }: Door, payment: Payment, cookie: string): Promise<string> {
  if (cookie !== "" && payment.state.status !== "created") return cookie;
  const next = payment._links.next_url?.href;
  if (next === undefined) return cookie;
  const answer = await fetch(url + new URL(next).pathname, {
    redirect: "manual",
    headers: { Cookie: cookie },
  });
  return answer.headers.get("set-cookie")?.split(";")[0] ?? cookie;
}

async function act(
  door: Door,
  payment: Payment,
  cookie: string,
  card: string,
): Promise<"confirmed" | undefined> {
  const page = `${door.url}/card-details/${payment.payment_id}`;
  if (payment.state.status === "started") {
    if (payment.authorisation_summary?.three_d_secure.required) return prove(page, cookie);
    await post(page, cookie, {
      cardNo: card,
      expiryMonth: "12",
      expiryYear: "2040",
      cardholderName: "A Payer",
      cvc: "123",
      addressLine1: "1 High Street",
      addressCity: "London",
      addressPostcode: "SW1A 1AA",
      addressCountry: "GB",
      email: "payer@example.org",
    });
  } else if (payment.state.status === "submitted") {
    if (Math.random() < 0.1) await post(`${page}/cancel`, cookie, {});
    else if ((await post(`${page}/confirm`, cookie, {})).startsWith("/return/")) return "confirmed";
  }
  return undefined;
}

/** At the bank: most pass, some fail, some go back without an answer and are there again at the next step. */
async function prove(page: string, cookie: string): Promise<undefined> {
  const chance = Math.random();
  if (chance < 0.8) await answerBank(`${page}/three-d-secure`, cookie, chance < 0.7 ? "pass" : "fail");
  await post(`${page}/three-d-secure/complete`, cookie, {});
}

/** @returns where the answer sends the browser. */
async function post(url: string, cookie: string, fields: Record<string, string>): Promise<string> {
  const answer = await fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin" },
    body: new URLSearchParams(fields),
  });
  return answer.headers.get("location") ?? "";
}

async function attempt<T>(door: Door, ask: () => Promise<T>): Promise<T | undefined> {
  try {
    const answer = await ask();
    door.answered();
    return answer;
  } catch {
    return undefined;
  }
}

/** Asks until there is an answer, or for ten seconds more once walks are to end. */
async function insist<T>(door: Door, ask: () => Promise<T>): Promise<T | undefined> {
  for (let closingFor = 0; closingFor < 100; closingFor += door.closing() ? 1 : 0) {
    const answer = await attempt(door, ask);
    if (answer !== undefined) return answer;
    await sleep(100);
  }
  return undefined;
}
