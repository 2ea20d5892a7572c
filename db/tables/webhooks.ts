import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { createdAt, moment, ulid } from "../columns";
import { accounts } from "./accounts";

/** Where a caller wants to be told of changes (contract section 5). */
export const webhooks = pgTable(
  "webhooks",
  {
    serviceId: ulid().notNull(),
    id: ulid().notNull(),
    accountId: ulid().notNull(),
    createdAt: createdAt(),
    callbackUrl: text().notNull(),
    description: text().notNull(),
    eventTypes: text().array().notNull(),
    active: boolean().notNull().default(true),
    /** Encrypted; two while one is being rotated out. */
    secret: text().notNull(),
    previousSecret: text(),
    previousSecretUntil: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.serviceId, t.id] }),
    foreignKey({ columns: [t.serviceId, t.accountId], foreignColumns: [accounts.serviceId, accounts.id] }),
    check("webhooks_url", sql`char_length(${t.callbackUrl}) <= 2048`),
    check("webhooks_rotation", sql`(${t.previousSecret} is null) = (${t.previousSecretUntil} is null)`),
  ],
);

/** One message to one webhook, written in the transaction that changed the state. */
export const webhookMessages = pgTable(
  "webhook_messages",
  {
    serviceId: ulid().notNull(),
    id: ulid().notNull(),
    webhookId: ulid().notNull(),
    createdAt: createdAt(),
    eventType: text().notNull(),
    resourceType: text().notNull(),
    resourceId: ulid().notNull(),
    body: jsonb().notNull(),
    dueAt: moment(),
    tries: integer().notNull().default(0),
    deliveredAt: moment(),
    /** When somebody last had it sent again; those of one moment were one wish. */
    redeliveredAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.serviceId, t.id] }),
    foreignKey({ columns: [t.serviceId, t.webhookId], foreignColumns: [webhooks.serviceId, webhooks.id] }),
    index("webhook_messages_by_webhook").on(t.serviceId, t.webhookId, t.createdAt),
    index("webhook_messages_due")
      .on(t.dueAt)
      .where(sql`${t.dueAt} is not null`),
    // Each receiver's queues by themselves, so that a long one is not in front of the others': what is new, and what is
    // sent again. No other index serves for either, written as they are: a hundred thousand messages sent again at once,
    // of which the statistics know nothing yet, mislead no plan.
    index("webhook_messages_due_first")
      .on(t.serviceId, t.webhookId, t.dueAt)
      .where(sql`${t.dueAt} is not null and ${t.redeliveredAt} is null`),
    index("webhook_messages_due_again")
      .on(t.serviceId, t.webhookId, t.dueAt)
      .where(sql`${t.dueAt} is not null and (${t.redeliveredAt} is null) is false`),
    index("webhook_messages_created_at").on(t.createdAt),
    index("webhook_messages_redelivered")
      .on(t.serviceId, t.webhookId, t.redeliveredAt)
      .where(sql`${t.redeliveredAt} is not null`),
    check("webhook_messages_due_until_delivered", sql`num_nulls(${t.dueAt}, ${t.deliveredAt}) >= 1`),
  ],
);

/** Every try to deliver a message. */
export const webhookAttempts = pgTable(
  "webhook_attempts",
  {
    serviceId: ulid().notNull(),
    messageId: ulid().notNull(),
    number: integer().notNull(),
    triedAt: moment().notNull(),
    milliseconds: integer().notNull(),
    httpStatus: integer(),
    failure: text(),
  },
  (t) => [
    primaryKey({ columns: [t.serviceId, t.messageId, t.number] }),
    foreignKey({
      columns: [t.serviceId, t.messageId],
      foreignColumns: [webhookMessages.serviceId, webhookMessages.id],
    }).onDelete("cascade"),
  ],
);
