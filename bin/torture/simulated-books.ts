/** What a simulated provider has of one payment. Pence. */
export interface TheirPayment {
  /** Held for it and not taken; more than once is once too often. */
  readonly held: readonly number[];
  readonly captured: number;
  /** Those that were given, by our ids. */
  readonly refunds: readonly { readonly id: string; readonly pence: number }[];
}

export type Simulated = "stripe" | "worldpay";

interface Intent {
  readonly intent: { status: string; amount: number; amount_received: number };
  readonly refunds: readonly { status: string; amount: number; metadata: Record<string, string> }[];
}

interface Order {
  readonly state: string;
  readonly pence: number;
  readonly capturedPence: number;
  readonly refunds: readonly { reference: string; pence: number; state: string }[];
}

/** Asks a simulator what it has of a payment, over everything that was ever asked there about it. */
export async function theirPayment(url: string, provider: Simulated, id: string): Promise<TheirPayment> {
  const answer = await fetch(`${url}/_sim/state/${id}`);
  const state = (await answer.json()) as { stripe: Intent[] | null; worldpay: Order[] | null };
  return provider === "stripe" ? ofIntents(state.stripe ?? []) : ofOrders(state.worldpay ?? []);
}

function ofIntents(intents: readonly Intent[]): TheirPayment {
  return {
    held: intents
      .filter(({ intent }) => intent.status === "requires_capture")
      .map(({ intent }) => intent.amount),
    captured: intents.reduce((sum, { intent }) => sum + intent.amount_received, 0),
    refunds: intents
      .flatMap(({ refunds }) => refunds)
      .filter(({ status }) => status !== "failed")
      .map(({ metadata, amount }) => ({ id: metadata.refund_id ?? "", pence: amount })),
  };
}

function ofOrders(orders: readonly Order[]): TheirPayment {
  return {
    held: orders.filter(({ state }) => state === "AUTHORISED").map(({ pence }) => pence),
    captured: orders.reduce((sum, { capturedPence }) => sum + capturedPence, 0),
    refunds: orders
      .flatMap(({ refunds }) => refunds)
      .filter(({ state }) => state !== "failed")
      .map(({ reference, pence }) => ({ id: reference, pence })),
  };
}

/** Laws of money that the simulator itself found broken. */
export async function brokenLaws(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/_sim/invariants`);
  return ((await answer.json()) as { broken: string[] }).broken;
}

/** Has everything told that has not been heard yet, in vain or because nobody was there. */
export async function tellEverything(url: string): Promise<void> {
  await fetch(`${url}/_sim/deliver`, { method: "POST", body: JSON.stringify("all") });
}
