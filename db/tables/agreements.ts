import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { AGREEMENT_STATUSES } from "@/contract/states";
import { createdAt, isOneOf, moment, ulid } from "../columns";
import { accounts } from "./accounts";
import { paymentInstruments } from "./payment-instruments";

/** Agreements to take recurring payments (section 2.4). */
export const agreements = pgTable(
  "agreements",
  {
    serviceId: ulid().notNull(),
    id: ulid().notNull(),
    accountId: ulid().notNull(),
    createdAt: createdAt(),
    status: text({ enum: AGREEMENT_STATUSES as [(typeof AGREEMENT_STATUSES)[number]] }).notNull(),
    reference: text().notNull(),
    description: text().notNull(),
    userIdentifier: text(),
    cancelledAt: moment(),
    paymentInstrumentId: ulid(),
  },
  (t) => [
    primaryKey({ columns: [t.serviceId, t.id] }),
    foreignKey({ columns: [t.serviceId, t.accountId], foreignColumns: [accounts.serviceId, accounts.id] }),
    foreignKey({
      columns: [t.serviceId, t.paymentInstrumentId],
      foreignColumns: [paymentInstruments.serviceId, paymentInstruments.id],
    }),
    index("agreements_newest_first").on(t.serviceId, t.accountId, t.createdAt, t.id),
    index("agreements_by_status").on(t.serviceId, t.accountId, t.status, t.createdAt, t.id),
    index("agreements_by_reference").on(
      t.serviceId,
      t.accountId,
      sql`lower(${t.reference})`,
      t.createdAt,
      t.id,
    ),
    check("agreements_status", isOneOf(t.status, AGREEMENT_STATUSES)),
    check("agreements_cancelled", sql`(${t.cancelledAt} is not null) = (${t.status} = 'cancelled')`),
    check("agreements_active_has_card", sql`${t.status} <> 'active' or ${t.paymentInstrumentId} is not null`),
  ],
);
