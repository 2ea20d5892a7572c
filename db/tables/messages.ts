import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, isOneOf, moment, ulid } from "../columns";

export const EMAIL_KINDS = [
  "paymentConfirmation",
  "refundIssued",
  "staffInvitation",
  "staffPasswordReset",
  "staffNotice",
] as const;

/** Emails, written in the transaction of what they tell; those of a payment in its language. */
export const emails = pgTable(
  "emails",
  {
    id: ulid().primaryKey(),
    /** None for the platform's own. */
    serviceId: ulid(),
    accountId: ulid(),
    paymentId: ulid(),
    refundId: ulid(),
    createdAt: createdAt(),
    kind: text({ enum: EMAIL_KINDS }).notNull(),
    language: text({ enum: ["en", "cy"] }).notNull(),
    recipient: text().notNull(),
    /** What the words need beside the payment; encrypted, since it may hold a link that lets somebody in. */
    sealedDetails: text(),
    dueAt: moment(),
    tries: integer().notNull().default(0),
    sentAt: moment(),
    failure: text(),
  },
  (t) => [
    index("emails_by_payment").on(t.serviceId, t.paymentId),
    index("emails_due")
      .on(t.dueAt)
      .where(sql`${t.dueAt} is not null`),
    check("emails_kind", isOneOf(t.kind, EMAIL_KINDS)),
    check("emails_sent", sql`num_nonnulls(${t.dueAt}, ${t.sentAt}) <= 1`),
  ],
);

/** What staff should know of: a capture refused for good, card testing, a difference to the PSP's books. */
export const alerts = pgTable(
  "alerts",
  {
    id: ulid().primaryKey(),
    serviceId: ulid(),
    accountId: ulid(),
    paymentId: ulid(),
    kind: text().notNull(),
    /** The same trouble raised again is the same alert. */
    dedupeKey: text().notNull().unique(),
    details: jsonb().$type<Record<string, unknown>>().notNull(),
    raisedAt: moment().notNull(),
    times: integer().notNull().default(1),
    lastRaisedAt: moment().notNull(),
    settledAt: moment(),
    settledBy: text(),
  },
  (t) => [index("alerts_by_service").on(t.serviceId, t.raisedAt)],
);

/** Cards tried in a window of time, by what they have in common; bin/ and migrations make it UNLOGGED. */
export const cardAttempts = pgTable("card_attempts", {
  /** What is counted: an account, an address, a keyed hash of a card, the first digits of one. */
  bucket: text().primaryKey(),
  startedAt: moment().notNull(),
  attempts: integer().notNull(),
  declines: integer().notNull(),
  blockedUntil: moment(),
});

/** What browsers reported of our content security policy, counted by what it was. */
export const policyReports = pgTable(
  "policy_reports",
  {
    directive: text().notNull(),
    blocked: text().notNull(),
    page: text().notNull(),
    times: bigint({ mode: "number" }).notNull(),
    firstAt: moment().notNull(),
    lastAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.directive, t.blocked, t.page] })],
);
