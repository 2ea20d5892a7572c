import { setTimeout as sleep } from "node:timers/promises";
import type { PaymentEvents, PaymentResource } from "@/contract/payment-resource";
import { SECURITY_CODE } from "./cards";
import { BASE_URL, readData } from "./environment";

export type Payment = PaymentResource;

interface Demo {
  accounts: { name: string; payment_provider: string; api_key: string }[];
}

/** The key of one of the demonstration's accounts. */
export function keyOf(name: "demo" | "plain" | "compat" | "stripe" | "worldpay"): string {
  const { accounts } = JSON.parse(readData("demo.json")) as Demo;
  const account = accounts.find((each) => each.name === name);
  if (!account) throw new Error(`demo.json has no account ${name}.`);
  return account.api_key;
}

export interface Wish {
  key?: string;
  amount?: number;
  description?: string;
  reference?: string;
  return_url?: string;
  language?: "en" | "cy";
  delayed_capture?: boolean;
  set_up_agreement?: string;
  moto?: boolean;
  email?: string;
  prefilled_cardholder_details?: object;
  metadata?: object;
}

/** A new payment, as a service creates it. */
export async function createPayment({ key = keyOf("demo"), ...wish }: Wish = {}): Promise<Payment> {
  const body = {
    amount: 1450,
    reference: "PERMIT-1",
    description: "Borsetshire B4",
    return_url: "https://service.example.org/done",
    ...wish,
  };
  return (await insist("POST", "/v1/payments", key, body)) as Payment;
}

export async function getPayment({ payment_id: id }: Payment, key = keyOf("demo")): Promise<Payment> {
  return (await insist("GET", `/v1/payments/${id}`, key)) as Payment;
}

/** What has become of a payment, in order, as the API tells it. */
export async function listEvents({ payment_id: id }: Payment, key = keyOf("demo")): Promise<string[]> {
  const { events } = (await insist("GET", `/v1/payments/${id}/events`, key)) as PaymentEvents;
  return events.map(({ state }) => (state.code ? `${state.status} ${state.code}` : state.status));
}

export async function cancelAsService({ payment_id: id }: Payment, key = keyOf("demo")): Promise<void> {
  await insist("POST", `/v1/payments/${id}/cancel`, key);
}

export async function captureAsService({ payment_id: id }: Payment, key = keyOf("demo")): Promise<void> {
  await insist("POST", `/v1/payments/${id}/capture`, key);
}

/** A payment whose card the service takes by telephone. */
export async function payByTelephone(key: string, cardNumber: string): Promise<Payment> {
  const order = { amount: 1450, reference: "PHONE-1", description: "By telephone" };
  const payment = (await insist("POST", "/v1/payments", key, {
    ...order,
    authorisation_mode: "moto_api",
  })) as Payment;
  await insist("POST", "/v1/auth", key, {
    one_time_token: payment._links.auth_url_post?.params.one_time_token,
    card_number: cardNumber,
    cvc: SECURITY_CODE,
    expiry_date: "11/39",
    cardholder_name: "Siân Parry-Jones",
  });
  return payment;
}

/** The service gives all of it back. @returns what became of that. */
export async function refundAll({ payment_id: id, amount }: Payment, key = keyOf("demo")): Promise<string> {
  const body = { amount, refund_amount_available: amount };
  const refund = (await insist("POST", `/v1/payments/${id}/refunds`, key, body)) as { status: string };
  return refund.status;
}

/** A later payment with the card that an agreement has saved. */
export async function chargeAgreement(agreementId: string, key: string): Promise<Payment> {
  const body = {
    amount: 1450,
    reference: "MEMBER-1",
    description: "Membership",
    authorisation_mode: "agreement",
    agreement_id: agreementId,
  };
  return (await insist("POST", "/v1/payments", key, body)) as Payment;
}

export async function createAgreement(description: string, key = keyOf("demo")): Promise<string> {
  const body = { reference: "AGREEMENT-1", description };
  const agreement = (await insist("POST", "/v1/agreements", key, body)) as { agreement_id: string };
  return agreement.agreement_id;
}

export function nextUrl(payment: Payment): string {
  const link = payment._links.next_url;
  if (!link) throw new Error(`Payment ${payment.payment_id} has no next_url.`);
  return link.href;
}

/** Asks as often as the rate limit makes it, as a careful caller does. */
async function insist(method: string, path: string, key: string, body?: object): Promise<unknown> {
  for (;;) {
    const answer = await fetch(BASE_URL + path, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body && { "Content-Type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.ok) return text === "" ? undefined : JSON.parse(text);
    if (answer.status !== 429) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    await sleep(Number(answer.headers.get("retry-after") ?? 1) * 1000);
  }
}
