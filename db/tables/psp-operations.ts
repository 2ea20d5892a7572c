import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { isOneOf, moment, ulid } from "../columns";
import { payments } from "./payments";

export const OPERATION_KINDS = [
  "prepare",
  "authorise",
  "complete3ds",
  "authoriseSavedCard",
  "capture",
  "void",
  "refund",
  "deleteSavedCard",
  "transferOut",
  "transferIn",
] as const;

/**
 * The journal of everything asked of a PSP: a row is committed before the call and closed after it. One that
 * is still `asked` when its lease has run out belonged to a process that died: the PSP is asked what happened.
 */
export const pspOperations = pgTable(
  "psp_operations",
  {
    serviceId: ulid().notNull(),
    /** Deterministic, also the PSP's idempotency key: `authorise:{payment}`, `refund:{refund}` … */
    key: text().notNull(),
    accountId: ulid().notNull(),
    /** Which payment it is about; a saved card may outlive the one that it was saved with. */
    paymentId: ulid(),
    kind: text({ enum: OPERATION_KINDS }).notNull(),
    state: text({ enum: ["asked", "answered", "unknown"] }).notNull(),
    tries: integer().notNull().default(1),
    askedAt: moment().notNull(),
    leaseUntil: moment(),
    answeredAt: moment(),
    /** What the PSP said, without card data or tokens. */
    answer: jsonb().$type<Record<string, unknown>>(),
  },
  (t) => [
    primaryKey({ columns: [t.serviceId, t.key] }),
    foreignKey({ columns: [t.serviceId, t.paymentId], foreignColumns: [payments.serviceId, payments.id] }),
    index("psp_operations_by_payment").on(t.serviceId, t.paymentId),
    index("psp_operations_open")
      .on(t.leaseUntil)
      .where(sql`${t.leaseUntil} is not null`),
    check("psp_operations_of_payment", sql`${t.paymentId} is not null or ${t.kind} = 'deleteSavedCard'`),
    check("psp_operations_kind", isOneOf(t.kind, OPERATION_KINDS)),
    check("psp_operations_state", isOneOf(t.state, ["asked", "answered", "unknown"])),
    check("psp_operations_open_has_lease", sql`(${t.leaseUntil} is null) = (${t.state} = 'answered')`),
    check("psp_operations_answered", sql`(${t.answeredAt} is not null) = (${t.state} = 'answered')`),
  ],
);
