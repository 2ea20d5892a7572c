import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, isOneOf, moment, ulid } from "../columns";

export const SANDBOX_STATES = ["challenge", "authorised", "captured", "refused", "voided", "error"] as const;

export const SANDBOX_OPERATION_KINDS = [
  "authorise",
  "complete3ds",
  "authoriseSavedCard",
  "capture",
  "void",
  "refund",
  "deleteSavedCard",
] as const;

/**
 * The sandbox's own books, as an outside company would keep them: nothing of ours refers to them, and only
 * psp/sandbox reads them. A card is remembered by its last four digits and by what it does.
 */
export const sandboxPayments = pgTable(
  "sandbox_payments",
  {
    /** Our id, which to the sandbox is the merchant's reference. */
    paymentId: ulid().primaryKey(),
    accountId: ulid().notNull(),
    providerId: text().notNull().unique(),
    createdAt: createdAt(),
    state: text({ enum: SANDBOX_STATES }).notNull(),
    amount: integer().notNull(),
    lastFour: text().notNull(),
    /** What the card does: a key of the sandbox's table of behaviours. */
    behaviour: text().notNull(),
    threeDsRequired: boolean(),
    /** Where the bank's page sends the payer back to. */
    returnUrl: text(),
    bankAnswer: text({ enum: ["pass", "fail"] }),
    /** Worth something once the payment is authorised, until deleted. */
    savedCardToken: text().unique(),
    savedCardDeletedAt: moment(),
    capturedOn: date({ mode: "string" }),
    capturedPence: integer().notNull().default(0),
    refundedPence: integer().notNull().default(0),
  },
  (t) => [
    check("sandbox_payments_state", isOneOf(t.state, SANDBOX_STATES)),
    check("sandbox_payments_amount", sql`${t.amount} >= 1`),
    check("sandbox_payments_last_four", sql`${t.lastFour} ~ '^[0-9]{4}$'`),
    check("sandbox_payments_challenge_returns", sql`${t.state} <> 'challenge' or ${t.returnUrl} is not null`),
    check("sandbox_payments_captured", sql`(${t.capturedOn} is not null) = (${t.state} = 'captured')`),
    check(
      "sandbox_payments_pence",
      sql`${t.refundedPence} between 0 and ${t.capturedPence} and ${t.capturedPence} <= ${t.amount}`,
    ),
  ],
);

/** Each effect the sandbox ever had, once: what "captured exactly once" is proved by. */
export const sandboxOperations = pgTable(
  "sandbox_operations",
  {
    operationKey: text().primaryKey(),
    kind: text({ enum: SANDBOX_OPERATION_KINDS }).notNull(),
    paymentId: ulid()
      .notNull()
      .references(() => sandboxPayments.paymentId),
    refundId: ulid(),
    amount: integer(),
    outcome: jsonb().notNull(),
    happenedAt: moment().notNull(),
  },
  (t) => [
    index("sandbox_operations_by_payment").on(t.paymentId),
    uniqueIndex("sandbox_operations_once")
      .on(t.paymentId, t.kind)
      .where(sql`${t.kind} <> 'refund'`),
    uniqueIndex("sandbox_operations_refund_once")
      .on(t.refundId)
      .where(sql`${t.kind} = 'refund'`),
    check("sandbox_operations_kind", isOneOf(t.kind, SANDBOX_OPERATION_KINDS)),
    check("sandbox_operations_refund", sql`(${t.refundId} is not null) = (${t.kind} = 'refund')`),
  ],
);
