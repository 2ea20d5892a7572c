import { sql } from "drizzle-orm";
import { check, date, foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { DISPUTE_STATUSES, REFUND_STATUSES } from "@/contract/states";
import { createdAt, isOneOf, moment, ulid } from "../columns";
import { accounts } from "./accounts";
import { payments } from "./payments";

/** Refunds (section 2.3). */
export const refunds = pgTable(
  "refunds",
  {
    serviceId: ulid().notNull(),
    id: ulid().notNull(),
    accountId: ulid().notNull(),
    paymentId: ulid().notNull(),
    createdAt: createdAt(),
    status: text({ enum: REFUND_STATUSES as [(typeof REFUND_STATUSES)[number]] }).notNull(),
    amount: integer().notNull(),
    dueAt: moment(),
    tries: integer().notNull().default(0),
    settledOn: date({ mode: "string" }),
  },
  (t) => [
    primaryKey({ columns: [t.serviceId, t.id] }),
    foreignKey({ columns: [t.serviceId, t.accountId], foreignColumns: [accounts.serviceId, accounts.id] }),
    foreignKey({ columns: [t.serviceId, t.paymentId], foreignColumns: [payments.serviceId, payments.id] }),
    index("refunds_newest_first").on(t.serviceId, t.accountId, t.createdAt, t.id),
    index("refunds_by_settled_on")
      .on(t.serviceId, t.accountId, t.settledOn, t.createdAt, t.id)
      .where(sql`${t.settledOn} is not null`),
    index("refunds_by_payment").on(t.serviceId, t.paymentId, t.createdAt),
    index("refunds_due")
      .on(t.dueAt)
      .where(sql`${t.dueAt} is not null`),
    index("refunds_silent")
      .on(t.createdAt)
      .where(sql`${t.status} = 'submitted' and ${t.dueAt} is null`),
    check("refunds_status", isOneOf(t.status, REFUND_STATUSES)),
    check("refunds_amount", sql`${t.amount} between 1 and 10000000`),
    check("refunds_due_while_submitted", sql`${t.dueAt} is null or ${t.status} = 'submitted'`),
    check("refunds_settled_succeeded", sql`${t.settledOn} is null or ${t.status} = 'success'`),
  ],
);

/** Disputes: a payer's bank takes a payment back (section 2.5). */
export const disputes = pgTable(
  "disputes",
  {
    serviceId: ulid().notNull(),
    id: ulid().notNull(),
    accountId: ulid().notNull(),
    paymentId: ulid().notNull(),
    createdAt: createdAt(),
    status: text({ enum: DISPUTE_STATUSES as [(typeof DISPUTE_STATUSES)[number]] }).notNull(),
    providerId: text(),
    amount: integer().notNull(),
    reason: text().notNull(),
    evidenceDueAt: moment(),
    fee: integer(),
    netAmount: integer(),
    settledOn: date({ mode: "string" }),
  },
  (t) => [
    primaryKey({ columns: [t.serviceId, t.id] }),
    foreignKey({ columns: [t.serviceId, t.accountId], foreignColumns: [accounts.serviceId, accounts.id] }),
    foreignKey({ columns: [t.serviceId, t.paymentId], foreignColumns: [payments.serviceId, payments.id] }),
    index("disputes_newest_first").on(t.serviceId, t.accountId, t.createdAt, t.id),
    index("disputes_by_payment").on(t.serviceId, t.paymentId),
    index("disputes_open")
      .on(t.createdAt)
      .where(sql`${t.status} in ('needs_response', 'under_review')`),
    check("disputes_status", isOneOf(t.status, DISPUTE_STATUSES)),
    check("disputes_amount", sql`${t.amount} > 0`),
    check("disputes_settled_lost", sql`${t.settledOn} is null or ${t.status} = 'lost'`),
    check("disputes_money_of_lost", sql`num_nonnulls(${t.fee}, ${t.netAmount}) = 0 or ${t.status} = 'lost'`),
  ],
);
