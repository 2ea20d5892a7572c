import { and, eq, exists, lte, or, sql, type SQL } from "drizzle-orm";
import { database } from "@/db/client";
import { webhookMessages, webhooks } from "@/db/schema";
import { inBackground } from "../background";
import {
  AT_ONCE,
  claimMessages,
  IS_FRESH,
  IS_SENT_AGAIN,
  type Delivery,
  type WebhookKey,
} from "./claim-messages";
import { recordAttempt, type Attempt } from "./record-attempt";
import { sendMessage } from "./send-message";
import { signMessage } from "./sign-message";
import { secretsOf } from "./webhook-secret";

/** For how long a receiver that answers well keeps its turn. */
const TURN_MILLISECONDS = 5000;

/** A turn under way in this process, one for each receiver. */
interface Turn {
  again: boolean;
  done: Promise<number>;
}
const turns = new Map<string, Turn>();

/**
 * Delivers what is due: each receiver has its own turn and none waits for another's, so that one that is dead
 * delays its own messages alone.
 *
 * @returns how many were tried.
 */
export async function deliverDueMessages(now: Date): Promise<number> {
  const waiting = await database()
    .select({ serviceId: webhooks.serviceId, id: webhooks.id })
    .from(webhooks)
    .where(and(webhooks.active, or(exists(dueTo(now, IS_FRESH)), exists(dueTo(now, IS_SENT_AGAIN)))));
  const tried = await Promise.all(waiting.map(async (webhook) => takeTurn(webhook)));
  return tried.reduce((sum, count) => sum + count, 0);
}

/** A receiver's messages that are due; each kind has an index of its own. */
function dueTo(now: Date, which: SQL) {
  return database()
    .select({ one: sql`1` })
    .from(webhookMessages)
    .where(
      and(
        eq(webhookMessages.serviceId, webhooks.serviceId),
        eq(webhookMessages.webhookId, webhooks.id),
        lte(webhookMessages.dueAt, now),
        which,
      ),
    );
}

/** Delivers to one receiver in the background, right after a message has been written. */
export function deliverSoon(webhook: WebhookKey): void {
  inBackground("deliver webhook messages", async () => takeTurn(webhook));
}

async function takeTurn(webhook: WebhookKey): Promise<number> {
  const current = turns.get(webhook.id);
  if (current) {
    current.again = true;
    return current.done;
  }
  const turn: Turn = { again: false, done: Promise.resolve(0) };
  turns.set(webhook.id, turn);
  turn.done = runTurn(webhook, turn);
  return turn.done;
}

async function runTurn(webhook: WebhookKey, turn: Turn): Promise<number> {
  try {
    let tried = 0;
    do {
      turn.again = false;
      tried += await deliverTo(webhook);
    } while (turn.again);
    return tried;
  } finally {
    turns.delete(webhook.id);
  }
}

/** Batch after batch, until nothing is due, the turn is over, or the receiver does not answer well. */
async function deliverTo(webhook: WebhookKey): Promise<number> {
  const end = performance.now() + TURN_MILLISECONDS;
  let tried = 0;
  for (;;) {
    const batch = await claimMessages(webhook);
    const attempts = await Promise.all(batch.map(attempt));
    tried += batch.length;
    const goesOn = batch.length === AT_ONCE && attempts.every(({ succeeded }) => succeeded);
    if (!goesOn || performance.now() > end) return tried;
  }
}

/** One try, and its record. A failure to record it leaves the message due: it may come twice, never not at all. */
export async function attempt({ message, webhook, live }: Delivery): Promise<Attempt> {
  const triedAt = new Date();
  const body = JSON.stringify(message.body);
  const headers = signMessage(message.id, body, secretsOf(webhook, triedAt), triedAt);
  const answer = await sendMessage({ callbackUrl: webhook.callbackUrl, live }, headers, body);
  return recordAttempt(message, answer, triedAt);
}
