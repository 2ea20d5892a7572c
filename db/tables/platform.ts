import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { isOneOf, moment, ulid } from "../columns";

/** Switches for the whole platform: one row. */
export const platform = pgTable(
  "platform",
  {
    only: boolean().primaryKey().default(true),
    maintenance: boolean().notNull().default(false),
  },
  (t) => [check("platform_one_row", sql`${t.only}`)],
);

/**
 * Requests counted in a window of one second that begins with its first request, shared by all instances (D29).
 * bin/ and migrations make it UNLOGGED: after a crash counting starts afresh.
 */
export const rateWindows = pgTable("rate_windows", {
  bucket: text().primaryKey(),
  startedAt: moment().notNull(),
  used: integer().notNull(),
});

/** Every API request, bodies left out or redacted; kept 30 days. */
export const requestLog = pgTable(
  "request_log",
  {
    serviceId: ulid().notNull(),
    accountId: ulid().notNull(),
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    requestId: text().notNull(),
    apiKeyId: ulid(),
    method: text().notNull(),
    path: text().notNull(),
    httpStatus: integer().notNull(),
    code: text(),
    milliseconds: integer().notNull(),
    idempotencyHit: boolean().notNull().default(false),
    paymentId: ulid(),
    requestBody: jsonb(),
    responseBody: jsonb(),
    happenedAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.serviceId, t.accountId, t.id] }),
    index("request_log_newest_first").on(t.serviceId, t.accountId, t.happenedAt),
    index("request_log_happened_at").on(t.happenedAt),
  ],
);

/**
 * Every act of staff; each row's hash covers the one before, so that a change or a gap shows. Rows are only ever
 * added: a trigger refuses everything else.
 */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    serviceId: ulid(),
    who: text().notNull(),
    what: text().notNull(),
    resourceType: text(),
    resourceId: text(),
    fromAddress: text(),
    before: jsonb(),
    after: jsonb(),
    happenedAt: moment().notNull(),
    previousHash: text().notNull(),
    hash: text().notNull().unique(),
  },
  (t) => [
    index("audit_log_by_service").on(t.serviceId, t.happenedAt),
    index("audit_log_by_resource").on(t.serviceId, t.resourceType, t.resourceId),
  ],
);

export const AUDIT_CHECKERS = ["clock", "staff", "command"] as const;
export const AUDIT_FINDINGS = ["whole", "changed", "doesNotFollow", "cutOff"] as const;

/** Each reading of the whole audit, and what came of it; of one that nobody finished there is only its beginning. */
export const auditChecks = pgTable(
  "audit_checks",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    startedAt: moment().notNull(),
    startedBy: text({ enum: AUDIT_CHECKERS }).notNull(),
    finishedAt: moment(),
    finding: text({ enum: AUDIT_FINDINGS }),
    /** How many entries were read that are as they were written. */
    entries: bigint({ mode: "number" }),
    /** The hash of the last of them: that it is still there later proves that none were cut off. */
    head: text(),
    /** The first entry that is not as it was. */
    brokenId: bigint({ mode: "number" }),
  },
  (t) => [
    check("audit_checks_started_by", isOneOf(t.startedBy, AUDIT_CHECKERS)),
    check("audit_checks_finding", isOneOf(t.finding, AUDIT_FINDINGS)),
    check(
      "audit_checks_finished",
      sql`num_nulls(${t.finishedAt}, ${t.finding}, ${t.entries}, ${t.head}) in (0, 4)`,
    ),
  ],
);
