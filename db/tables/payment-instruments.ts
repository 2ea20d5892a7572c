import { sql } from "drizzle-orm";
import { check, foreignKey, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { CardBrand } from "@/contract/card";
import { PAYMENT_PROVIDERS } from "@/contract/payment-provider";
import { createdAt, moment, ulid } from "../columns";
import { accounts } from "./accounts";

/** Saved cards: what the PSP gave us to charge them again, encrypted, and what may be shown of them. */
export const paymentInstruments = pgTable(
  "payment_instruments",
  {
    serviceId: ulid().notNull(),
    id: ulid().notNull(),
    accountId: ulid().notNull(),
    createdAt: createdAt(),
    paymentProvider: text({ enum: PAYMENT_PROVIDERS }).notNull(),
    /** With which of the account's credentials it was saved. */
    credentialsId: ulid(),
    /** The PSP's token, encrypted; never a card number. Gone once deleted there. */
    savedCard: text(),
    cardBrand: text().$type<CardBrand>(),
    cardType: text({ enum: ["credit", "debit"] }),
    firstDigits: text().notNull(),
    lastDigits: text().notNull(),
    cardExpiry: text().notNull(),
    cardholderName: text().notNull(),
    billingAddress: jsonb(),
    deletionDueAt: moment(),
    deletedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.serviceId, t.id] }),
    foreignKey({ columns: [t.serviceId, t.accountId], foreignColumns: [accounts.serviceId, accounts.id] }),
    index("payment_instruments_deletion_due")
      .on(t.deletionDueAt)
      .where(sql`${t.deletionDueAt} is not null`),
    check(
      "payment_instruments_digits",
      sql`${t.firstDigits} ~ '^[0-9]{6}$' and ${t.lastDigits} ~ '^[0-9]{4}$'`,
    ),
    check("payment_instruments_deleted_has_no_token", sql`${t.deletedAt} is null or ${t.savedCard} is null`),
  ],
);
