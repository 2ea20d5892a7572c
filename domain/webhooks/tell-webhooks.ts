import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { WEBHOOK_EVENTS, type EventOf, type WebhookEvent, type WebhookMessage } from "@/contract/webhook";
import { afterCommit } from "@/db/after-commit";
import type { Transaction } from "@/db/client";
import { accounts, webhookMessages, webhooks } from "@/db/schema";
import { isAgreement, type Agreement } from "../agreements/agreement";
import { describeAgreement } from "../agreements/describe-agreement";
import { withCards } from "../agreements/find-agreement";
import type { Account } from "../caller";
import { describeDispute } from "../disputes/describe-dispute";
import type { Dispute } from "../disputes/dispute";
import { newId } from "../new-id";
import { describePayment } from "../payments/describe-payment";
import type { Payment } from "../payments/payment";
import { deliverSoon } from "./deliver-messages";

/** Whose something is. */
interface Owner {
  readonly serviceId: string;
  readonly accountId: string;
}

/** What has changed. */
interface Change {
  readonly id: string;
  readonly describe: (account: Account) => object | Promise<object>;
}

/**
 * Tells those who want to hear of it that a payment has changed: in the transaction that changes it, so that the
 * message says what was and none is lost, and none told of what never was (contract section 5).
 *
 * @param payment as it is after the change.
 */
export async function tellOfPayment(
  transaction: Transaction,
  payment: Payment,
  event: EventOf<"payment">,
  now: Date,
): Promise<void> {
  await tellOfPayments(transaction, payment, [payment], event, now);
}

/** The same of many of an account's payments at once. */
export async function tellOfPayments(
  transaction: Transaction,
  owner: Owner,
  payments: readonly Payment[],
  event: EventOf<"payment">,
  now: Date,
): Promise<void> {
  const changes = payments.map((payment) => ({
    id: payment.id,
    describe: (account: Account) => describePayment(payment, account),
  }));
  await tell(transaction, owner, event, changes, now);
}

/** The same of an agreement, with the card it has now. */
export async function tellOfAgreement(
  transaction: Transaction,
  agreement: Agreement,
  event: EventOf<"agreement">,
  now: Date,
): Promise<void> {
  const describe = async (account: Account) => {
    const [withCard] = await withCards(transaction).where(isAgreement(agreement));
    return describeAgreement(withCard ?? { agreement, instrument: null }, account);
  };
  await tell(transaction, agreement, event, [{ id: agreement.id, describe }], now);
}

/** The same of a dispute. */
export async function tellOfDispute(
  transaction: Transaction,
  dispute: Dispute,
  event: EventOf<"dispute">,
  now: Date,
): Promise<void> {
  const describe = () => describeDispute(dispute);
  await tell(transaction, dispute, event, [{ id: dispute.id, describe }], now);
}

/** One look whether anybody listens; only then is there something to describe and to write. */
async function tell(
  transaction: Transaction,
  owner: Owner,
  event: WebhookEvent,
  changes: readonly Change[],
  now: Date,
): Promise<void> {
  const listeners = changes.length > 0 ? await findListeners(transaction, owner, event) : [];
  const [first] = listeners;
  if (!first) return;
  const { serviceId } = owner;
  for (const { id, describe } of changes) {
    const resource = { ...(await describe(first.account)) };
    await transaction
      .insert(webhookMessages)
      .values(
        listeners.map(({ webhookId }) => messageTo({ serviceId, webhookId }, id, event, resource, now)),
      );
  }
  for (const { webhookId } of listeners)
    afterCommit(transaction, () => deliverSoon({ serviceId, id: webhookId }));
}

/** Paused ones too: their messages wait. */
async function findListeners(
  transaction: Transaction,
  { serviceId, accountId }: Owner,
  event: WebhookEvent,
): Promise<{ webhookId: string; account: Account }[]> {
  return transaction
    .select({ webhookId: webhooks.id, account: getTableColumns(accounts) })
    .from(webhooks)
    .innerJoin(accounts, and(eq(accounts.serviceId, webhooks.serviceId), eq(accounts.id, webhooks.accountId)))
    .where(
      and(
        eq(webhooks.serviceId, serviceId),
        eq(webhooks.accountId, accountId),
        sql`${event} = any(${webhooks.eventTypes})`,
      ),
    );
}

function messageTo(
  webhook: { serviceId: string; webhookId: string },
  resourceId: string,
  eventType: WebhookEvent,
  resource: Record<string, unknown>,
  now: Date,
): typeof webhookMessages.$inferInsert {
  // The clock of whoever delivers, which a test account's may be ahead of.
  const written = new Date();
  const id = newId(written);
  const resourceType = WEBHOOK_EVENTS[eventType].of;
  const body: WebhookMessage = {
    webhook_message_id: id,
    api_version: 1,
    created_date: now.toISOString(),
    event_type: eventType,
    resource_type: resourceType,
    resource_id: resourceId,
    resource,
  };
  return {
    ...webhook,
    id,
    createdAt: written,
    eventType,
    resourceType,
    resourceId,
    body,
    dueAt: written,
  };
}
