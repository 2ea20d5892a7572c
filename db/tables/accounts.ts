import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { PAYMENT_PROVIDERS } from "@/contract/payment-provider";
import { createdAt, isOneOf, moment, ulid } from "../columns";

/** A public body's service: what payers see the name of. */
export const services = pgTable("services", {
  id: ulid().primaryKey(),
  nameEn: text().notNull(),
  nameCy: text(),
  organisation: text().notNull(),
  /** Colours of the payer's pages, `#rrggbb`; the house's where null. Checked for contrast before they are stored. */
  bannerColour: text(),
  buttonColour: text(),
  createdAt: createdAt(),
});

/** A service's own logo on the payer's pages. */
export const serviceLogos = pgTable(
  "service_logos",
  {
    serviceId: ulid().primaryKey(),
    mediaType: text({ enum: ["image/png", "image/jpeg", "image/webp"] }).notNull(),
    /** Base64. */
    image: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    savedAt: moment().notNull(),
  },
  (t) => [foreignKey({ columns: [t.serviceId], foreignColumns: [services.id] })],
);

/** A service's test or live side: its own PSP, keys, settings and payments; the two never mix (D4, D33). */
export const accounts = pgTable(
  "accounts",
  {
    serviceId: ulid().notNull(),
    id: ulid().notNull(),
    live: boolean().notNull(),
    paymentProvider: text({ enum: PAYMENT_PROVIDERS }).notNull(),
    /** Usable PSP credentials are there (else P0940). */
    providerReady: boolean().notNull().default(false),
    creationTurnedOff: boolean().notNull().default(false),
    motoEnabled: boolean().notNull().default(false),
    motoApiEnabled: boolean().notNull().default(false),
    recurringEnabled: boolean().notNull().default(false),
    recurringTurnedOff: boolean().notNull().default(false),
    /** How first and last card digits are sent (D11). */
    cardDigits: text({ enum: ["number", "text"] })
      .notNull()
      .default("number"),
    acceptedBrands: text()
      .array()
      .notNull()
      .default(
        sql`array['visa','master-card','american-express','diners-club','discover','jcb','unionpay']::text[]`,
      ),
    acceptsCredit: boolean().notNull().default(true),
    acceptsDebit: boolean().notNull().default(true),
    acceptsPrepaid: boolean().notNull().default(true),
    surchargeCreditPence: integer().notNull().default(0),
    surchargeDebitPence: integer().notNull().default(0),
    surchargePrepaidDebitPence: integer().notNull().default(0),
    feeBasisPoints: integer().notNull().default(0),
    feeFixedPence: integer().notNull().default(0),
    collectsBillingAddress: boolean().notNull().default(true),
    collectsEmail: boolean().notNull().default(true),
    defaultCountry: text().notNull().default("GB"),
    /** Number and code are masked while staff type a telephone order's card into the card page. */
    motoMasksNumber: boolean().notNull().default(false),
    motoMasksSecurityCode: boolean().notNull().default(false),
    emailsConfirmation: boolean().notNull().default(true),
    emailsRefund: boolean().notNull().default(true),
    /** Card-testing defence; null is on for live accounts and off for others (D33). */
    defendsAgainstCardTesting: boolean(),
    /** Refunds above this many pence ask staff for their second factor again; null asks for none. */
    stepUpRefundPence: integer(),
    /** Turned off by the platform altogether: its keys are refused. */
    disabled: boolean().notNull().default(false),
    /** The PSP credentials in use. */
    credentialsId: ulid(),
    /** The test clock: how far this account's time is ahead (not-live accounts only). */
    clockAheadSeconds: bigint({ mode: "number" }).notNull().default(0),
    /** Requests a second; the platform's limits where null (D29). */
    createPerSecond: integer(),
    capturePerSecond: integer(),
    otherPostPerSecond: integer(),
    getPerSecond: integer(),
    /** Payments of days before this one are counted in payment_day_counts. */
    countedBefore: date({ mode: "string" }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.serviceId, t.id] }),
    unique("accounts_one_of_each").on(t.serviceId, t.live),
    foreignKey({ columns: [t.serviceId], foreignColumns: [services.id] }),
    check("accounts_provider", isOneOf(t.paymentProvider, PAYMENT_PROVIDERS)),
    check("accounts_sandbox_is_test", sql`not (${t.live} and ${t.paymentProvider} = 'sandbox')`),
    check(
      "accounts_pence",
      sql`least(${t.surchargeCreditPence}, ${t.surchargeDebitPence}, ${t.surchargePrepaidDebitPence}, ${t.feeBasisPoints}, ${t.feeFixedPence}) >= 0`,
    ),
    check(
      "accounts_clock_of_test",
      sql`${t.clockAheadSeconds} = 0 or (not ${t.live} and ${t.clockAheadSeconds} > 0)`,
    ),
    check("accounts_card_digits", isOneOf(t.cardDigits, ["number", "text"])),
  ],
);

/**
 * API keys, only as keyed hashes (D28). Found by hash before the service is known, so the hash alone is the
 * key; the table is small and the same on every shard.
 */
export const apiKeys = pgTable(
  "api_keys",
  {
    hash: text().primaryKey(),
    id: ulid().notNull().unique(),
    serviceId: ulid().notNull(),
    accountId: ulid().notNull(),
    name: text().notNull(),
    createdBy: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment(),
    revokedAt: moment(),
  },
  (t) => [
    foreignKey({ columns: [t.serviceId, t.accountId], foreignColumns: [accounts.serviceId, accounts.id] }),
    index("api_keys_by_account").on(t.serviceId, t.accountId),
  ],
);
