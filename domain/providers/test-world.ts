import { createServer, type IncomingMessage, type Server } from "node:http";
import { eq } from "drizzle-orm";
import { database } from "@/db/client";
import { paymentInstruments, pspOperations, refunds } from "@/db/schema";
import type { PspCredentials } from "@/psp/port";
import { createSimulator, type Simulator } from "@/psp/simulator/create-simulator";
import { demoCredentials } from "@/psp/simulator/worldpay/demo-credentials";
import { answerBank as answerAtStripe, atStripe } from "@/psp/stripe/test-stripe";
import { answerBank as answerAtWorldpay, ordersAtWorldpay } from "@/psp/worldpay/test-worldpay";
import { testAccount } from "../accounts/test-account";
import { deleteDueCards } from "../agreements/delete-due-cards";
import { settleBackground } from "../background";
import type { ServiceCaller } from "../caller";
import { resolveOperations } from "../operations/resolve-operations";
import { captureDuePayments } from "../payments/capture-due-payments";
import { checkCaptures } from "../payments/check-captures";
import { totalAmount, type Payment } from "../payments/payment";
import { takeDuePayments } from "../payments/take-due-payments";
import { readPayment } from "../payments/test-payment";
import { voidDuePayments } from "../payments/void-due-payments";
import { checkRefunds } from "../refunds/check-refunds";
import { refundDue } from "../refunds/refund-due";
import { isRefused } from "../refused";
import { makeTransfers } from "../transfers/make-transfers";
import { compareOpenOperations } from "./compare-open-operations";
import { handleNotifications } from "./handle-notifications";
import { receiveNotification } from "./receive-notification";
import { saveCredentials } from "./save-credentials";

export type SimulatedName = "stripe" | "worldpay";

const STRIPE_SECRET = "whsec_world";
const MINUTE = 60_000;

/** For tests: an account with a simulated provider. */
export interface Place {
  readonly name: SimulatedName;
  readonly caller: ServiceCaller;
  /** Until what the provider has to say was heard and acted on. */
  hear(): Promise<void>;
}

/** The provider too, which tells us its news over HTTP. */
export interface World extends Place {
  readonly simulator: Simulator;
  /** What the account was given there. */
  readonly credentials: PspCredentials;
  close(): Promise<void>;
}

export async function openWorld(name: SimulatedName): Promise<World> {
  const simulator = await createSimulator();
  const { account, caller } = await testAccount({ paymentProvider: name });
  const credentials = credentialsAt(name, simulator);
  const saved = await saveCredentials(account, credentials, "tests", new Date());
  if (isRefused(saved)) throw new Error(saved.refused);
  const { credentialsId } = saved;
  const ears = await listen(name, credentialsId);
  const address = ears.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  const url = `http://127.0.0.1:${address.port}/`;
  const told = await fetch(`${simulator.url}/_sim/webhooks`, {
    method: "POST",
    body: JSON.stringify(
      name === "stripe" ? { stripe: { webhooks: [{ url, secret: STRIPE_SECRET }] } } : { worldpay: { url } },
    ),
  });
  if (!told.ok) throw new Error(await told.text());
  return {
    name,
    simulator,
    credentials,
    caller: { ...caller, account: { ...account, credentialsId } },
    hear: async () => {
      await settleBackground();
      await simulator.notifications.send();
      await settleBackground();
    },
    close: async () => {
      await simulator.close();
      ears.closeAllConnections();
      await new Promise((resolve) => ears.close(resolve));
    },
  };
}

function credentialsAt(name: SimulatedName, { url }: Simulator): PspCredentials {
  if (name === "worldpay") return { ...demoCredentials(url) };
  return {
    mode: "direct",
    secretKey: `sk_test_${crypto.randomUUID().replaceAll("-", "")}`,
    webhookSecrets: [STRIPE_SECRET],
    apiBase: url,
  };
}

/** What /notifications does, without the app around it. */
async function listen(name: SimulatedName, credentialsId: string): Promise<Server> {
  const server = createServer((incoming, response) => {
    void (async () => {
      const body = await textOf(incoming);
      const header = (of: string) => {
        const value = incoming.headers[of.toLowerCase()];
        return typeof value === "string" ? value : null;
      };
      const received = await receiveNotification(name, credentialsId, { body, header }, new Date());
      if (isRefused(received)) return response.writeHead(400).end();
      return response.writeHead(200, { "content-type": received.contentType }).end(received.body);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString("utf8");
}

/** Minutes after which the clocks of ours are let run, one after the other. */
const LATER_MINUTES = [0, 2, 6, 22, 62, 123];

/** Everything that time sets off here, but for payments' own ends, within the next two hours and then days. */
export async function recover(world: World): Promise<void> {
  const days = [3, 6].map((day) => day * 24 * 60);
  for (const minutes of [...LATER_MINUTES, ...days]) {
    await world.hear();
    const now = new Date(Date.now() + minutes * MINUTE);
    for (const work of [
      resolveOperations,
      takeDuePayments,
      captureDuePayments,
      checkCaptures,
      voidDuePayments,
      refundDue,
      deleteDueCards,
      handleNotifications,
      compareOpenOperations,
      checkRefunds,
      makeTransfers,
    ]) {
      await work(now);
      await settleBackground();
    }
  }
}

export async function answerBank({ name }: Place, payment: Payment, answer: "pass" | "fail"): Promise<void> {
  const challenge = payment.challenge?.challenge;
  if (!challenge) throw new Error("No bank waits for the payer");
  if (name === "stripe") await answerAtStripe(challenge, answer);
  else await answerAtWorldpay(challenge, answer === "pass" ? "challengeForm" : "failForm");
}

/** Pence of one payment, as one side has them. */
export interface Ledger {
  held: number;
  captured: number;
  refunded: number;
}

/** What the provider has of a payment, over everything that was ever asked there about it. */
export function theirLedger({ name, simulator }: World, { id }: Payment): Ledger {
  return name === "stripe" ? ledgerAtStripe(simulator, id) : ledgerAtWorldpay(simulator, id);
}

function ledgerAtStripe(simulator: Simulator, paymentId: string): Ledger {
  const states = atStripe(simulator, paymentId);
  return {
    held: sum(states, ({ intent }) =>
      intent.status === "requires_capture" || intent.status === "requires_action" ? intent.amount : 0,
    ),
    captured: sum(states, ({ intent }) => intent.amount_received),
    refunded: sum(states, (state) =>
      sum(
        state.refunds.filter((refund) => refund.status !== "failed"),
        ({ amount }) => amount,
      ),
    ),
  };
}

interface OrderView {
  state: string;
  pence: number;
  capturedPence: number;
  refunds: { pence: number; state: string }[];
}

function ledgerAtWorldpay(simulator: Simulator, paymentId: string): Ledger {
  const orders = ordersAtWorldpay(simulator, paymentId) as unknown as OrderView[];
  return {
    held: sum(orders, ({ state, pence }) => (state === "AUTHORISED" || state === "CHALLENGED" ? pence : 0)),
    captured: sum(orders, ({ capturedPence }) => capturedPence),
    refunded: sum(orders, (order) =>
      sum(
        order.refunds.filter((refund) => refund.state !== "failed"),
        ({ pence }) => pence,
      ),
    ),
  };
}

/** What we say of it. */
export async function ourLedger(payment: Payment): Promise<Ledger> {
  const now = await readPayment(payment);
  const total = totalAmount(now);
  const given = await database().select().from(refunds).where(eq(refunds.paymentId, payment.id));
  return {
    held: now.status === "submitted" || now.status === "capturable" ? total : 0,
    captured: now.status === "success" && now.capturedOn !== null ? total : 0,
    refunded: sum(
      given.filter(({ status }) => status !== "error"),
      ({ amount }) => amount,
    ),
  };
}

/** What has been asked about a payment and not been answered. */
export async function openOperations({ id }: Payment): Promise<string[]> {
  const rows = await database().select().from(pspOperations).where(eq(pspOperations.paymentId, id));
  return rows.filter(({ state }) => state !== "answered").map(({ kind }) => kind);
}

/** Saved cards that should be gone at the provider and are not known to be. */
export async function cardsDue({ caller }: World): Promise<string[]> {
  const cards = await database()
    .select()
    .from(paymentInstruments)
    .where(eq(paymentInstruments.accountId, caller.account.id));
  return cards.filter(({ deletionDueAt }) => deletionDueAt !== null).map(({ id }) => id);
}

function sum<Entry>(entries: readonly Entry[], of: (entry: Entry) => number): number {
  return entries.reduce((total, entry) => total + of(entry), 0);
}
