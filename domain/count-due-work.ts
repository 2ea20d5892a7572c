import { sql } from "drizzle-orm";
import { database } from "@/db/client";
import type { OperationKind } from "./operations/operation";
import { AUTHORISATIONS } from "./operations/resolve-operations";
import { TRANSFERS } from "./transfers/make-transfers";

/** Where each job's work is found: a table, its dated column, and what else makes a row due. All have an index. */
const DUE = {
  expire: ["payments", "expires_at"],
  "take-saved-cards": ["payments", "take_due_at"],
  capture: ["payments", "capture_due_at"],
  "check-captures": ["payments", "capture_check_due_at"],
  void: ["payments", "void_due_at"],
  refund: ["refunds", "due_at"],
  "delete-saved-cards": ["payment_instruments", "deletion_due_at"],
  // The others' journal is not what they are found by: their payments and refunds are due themselves.
  "resolve-operations": ["psp_operations", "lease_until", kindIn(AUTHORISATIONS)],
  transfers: ["psp_operations", "lease_until", kindIn(TRANSFERS)],
  notifications: ["psp_notifications", "due_at"],
  payouts: ["payouts", "due_at"],
  "deliver-webhook-messages": [
    "webhook_messages",
    "due_at",
    "exists (select from webhooks w where w.service_id = t.service_id and w.id = t.webhook_id and w.active)",
  ],
  "send-emails": ["emails", "due_at"],
} as const satisfies Record<string, readonly [table: string, column: string, condition?: string]>;

function kindIn(kinds: readonly OperationKind[]): string {
  return `kind in (${kinds.map((kind) => `'${kind}'`).join(", ")})`;
}

/** Beyond this it is a heap, and counting it would not say more. */
const MOST = 10_000;

export interface DueCount {
  readonly job: string;
  readonly due: number;
  /** For how long the oldest has been due. */
  readonly overdueSeconds: number;
}

/** How much work is due at this moment, by job: each a walk over the index of what is due, and no further. */
export async function countDueWork(): Promise<DueCount[]> {
  const parts = Object.entries(DUE).map(([job, [table, column, condition = "true"]]) =>
    sql.raw(`select '${job}' as job, count(*)::int as due,
      coalesce(extract(epoch from now() - min(at)), 0)::float8 as "overdueSeconds"
      from (select ${column} as at from ${table} t where ${column} <= now() and ${condition} order by ${column} limit ${MOST}) d`),
  );
  return [
    ...(await database().execute<DueCount & Record<string, unknown>>(sql.join(parts, sql` union all `))),
  ];
}
