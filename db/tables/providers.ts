import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { createdAt, isOneOf, moment, ulid } from "../columns";
import { accounts } from "./accounts";

/** An account's credentials at a PSP. Replaced, never changed: what was taken with the old ones still needs them. */
export const pspCredentials = pgTable(
  "psp_credentials",
  {
    serviceId: ulid().notNull(),
    id: ulid().notNull(),
    accountId: ulid().notNull(),
    createdAt: createdAt(),
    createdBy: text().notNull(),
    paymentProvider: text({ enum: ["stripe", "worldpay"] }).notNull(),
    /** Encrypted: keys, passwords, secrets. Written, never shown. */
    sealed: text().notNull(),
    /** When the PSP last said that they work. */
    verifiedAt: moment(),
    retiredAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.serviceId, t.id] }),
    foreignKey({ columns: [t.serviceId, t.accountId], foreignColumns: [accounts.serviceId, accounts.id] }),
    // A PSP's notification knows only the address that it was told.
    index("psp_credentials_by_id").on(t.id),
  ],
);

export const NOTIFICATION_STATES = ["waiting", "handled", "ignored", "abandoned"] as const;

/** The inbox: what PSPs told us, stored before it is acted on; a duplicate is the same row. */
export const pspNotifications = pgTable(
  "psp_notifications",
  {
    serviceId: ulid().notNull(),
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    accountId: ulid().notNull(),
    credentialsId: ulid().notNull(),
    /** The PSP's id of it, or a hash of what it says where it has none. */
    dedupeKey: text().notNull(),
    /** As the adapter read it: no card data. */
    event: jsonb().$type<Record<string, unknown>>().notNull(),
    receivedAt: moment().notNull(),
    state: text({ enum: NOTIFICATION_STATES }).notNull(),
    dueAt: moment(),
    tries: integer().notNull().default(0),
    handledAt: moment(),
    why: text(),
  },
  (t) => [
    primaryKey({ columns: [t.serviceId, t.id] }),
    index("psp_notifications_received_at").on(t.receivedAt),
    uniqueIndex("psp_notifications_once").on(t.serviceId, t.credentialsId, t.dedupeKey),
    index("psp_notifications_due")
      .on(t.dueAt)
      .where(sql`${t.dueAt} is not null`),
    check("psp_notifications_state", isOneOf(t.state, NOTIFICATION_STATES)),
    check("psp_notifications_due_while_waiting", sql`(${t.dueAt} is not null) = (${t.state} = 'waiting')`),
  ],
);

export const PAYOUT_STATUSES = ["pending", "inTransit", "paid", "failed", "cancelled"] as const;

/** What a PSP pays into the service's bank, with its parts in payout_lines once it is reconciled. */
export const payouts = pgTable(
  "payouts",
  {
    serviceId: ulid().notNull(),
    id: ulid().notNull(),
    accountId: ulid().notNull(),
    createdAt: createdAt(),
    credentialsId: ulid(),
    providerId: text().notNull(),
    status: text({ enum: PAYOUT_STATUSES }).notNull(),
    /** Pence, which may be more than an integer holds; negative where more was taken than paid. */
    amount: bigint({ mode: "number" }).notNull(),
    arrivesOn: date({ mode: "string" }).notNull(),
    /** When its lines are to be read. */
    dueAt: moment(),
    tries: integer().notNull().default(0),
    reconciledAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.serviceId, t.id] }),
    foreignKey({ columns: [t.serviceId, t.accountId], foreignColumns: [accounts.serviceId, accounts.id] }),
    uniqueIndex("payouts_by_provider_id").on(t.serviceId, t.providerId),
    index("payouts_newest_first").on(t.serviceId, t.accountId, t.arrivesOn, t.id),
    index("payouts_due")
      .on(t.dueAt)
      .where(sql`${t.dueAt} is not null`),
    check("payouts_status", isOneOf(t.status, PAYOUT_STATUSES)),
  ],
);

export const PAYOUT_LINE_KINDS = [
  "payment",
  "refund",
  "refundReversal",
  "dispute",
  "disputeReversal",
  "failedPaymentFee",
  "payoutReturn",
  "other",
] as const;

/** One part of a payout. Amounts are pence: net = gross - fee, and all nets add up to the payout. */
export const payoutLines = pgTable(
  "payout_lines",
  {
    serviceId: ulid().notNull(),
    payoutId: ulid().notNull(),
    /** The PSP's id of the line. */
    providerId: text().notNull(),
    kind: text({ enum: PAYOUT_LINE_KINDS }).notNull(),
    paymentId: ulid(),
    refundId: ulid(),
    disputeId: ulid(),
    /** The PSP's id of the payout that has failed and whose money goes out again with this one. */
    returnedProviderId: text(),
    gross: bigint({ mode: "number" }).notNull(),
    fee: bigint({ mode: "number" }).notNull(),
    net: bigint({ mode: "number" }).notNull(),
    /** The PSP's words, of lines that are none of ours. */
    description: text(),
  },
  (t) => [
    primaryKey({ columns: [t.serviceId, t.payoutId, t.providerId] }),
    foreignKey({ columns: [t.serviceId, t.payoutId], foreignColumns: [payouts.serviceId, payouts.id] }),
    index("payout_lines_by_payment")
      .on(t.serviceId, t.paymentId)
      .where(sql`${t.kind} = 'payment'`),
    index("payout_lines_by_refund")
      .on(t.serviceId, t.refundId)
      .where(sql`${t.refundId} is not null`),
    index("payout_lines_by_dispute")
      .on(t.serviceId, t.disputeId)
      .where(sql`${t.disputeId} is not null`),
    index("payout_lines_by_returned_payout")
      .on(t.serviceId, t.returnedProviderId)
      .where(sql`${t.returnedProviderId} is not null`),
    check("payout_lines_returned", sql`(${t.returnedProviderId} is not null) = (${t.kind} = 'payoutReturn')`),
    check("payout_lines_kind", isOneOf(t.kind, PAYOUT_LINE_KINDS)),
    check("payout_lines_net", sql`${t.net} = ${t.gross} - ${t.fee}`),
  ],
);
