import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
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
import { CARD_BRANDS, type CardBrand } from "@/contract/card";
import { FINISHED_STATUSES, PAYMENT_STATUSES, STATE_MESSAGES, type StateCode } from "@/contract/states";
import { PAYMENT_PROVIDERS } from "@/contract/payment-provider";
import { createdAt, isOneOf, moment, ulid } from "../columns";
import type { StoredChallenge } from "@/contract/challenge";
import { accounts } from "./accounts";
import { agreements } from "./agreements";
import { paymentInstruments } from "./payment-instruments";

export interface StoredAddress {
  line1: string;
  line2?: string;
  city: string;
  postcode: string;
  country: string;
}

export interface StoredPrefill {
  cardholderName?: string;
  line1?: string;
  line2?: string;
  city?: string;
  postcode?: string;
  country?: string;
}

/**
 * Payments. `status` has one writer, domain/payments/move-payment.ts; what the PSP has done so far is dates
 * beside it, not more statuses. The constraints make a payment that contradicts itself unstorable.
 */
export const payments = pgTable(
  "payments",
  {
    serviceId: ulid().notNull(),
    id: ulid().notNull(),
    accountId: ulid().notNull(),
    createdAt: createdAt(),
    status: text({ enum: PAYMENT_STATUSES as [(typeof PAYMENT_STATUSES)[number]] }).notNull(),
    code: text().$type<StateCode>(),
    canRetry: boolean(),
    /** When it lapses unless finished before: 90 minutes, then 120 hours once capturable (D22). */
    expiresAt: moment(),

    amount: integer().notNull(),
    reference: text().notNull(),
    description: text().notNull(),
    language: text({ enum: ["en", "cy"] }).notNull(),
    authorisationMode: text({ enum: ["web", "moto_api", "agreement"] }).notNull(),
    returnUrl: text(),
    delayedCapture: boolean().notNull(),
    moto: boolean().notNull(),
    email: text(),
    metadata: jsonb().$type<Record<string, string | number | boolean>>(),
    prefill: jsonb().$type<StoredPrefill>(),
    agreementId: ulid(),
    setUpAgreementId: ulid(),
    agreementPaymentType: text({ enum: ["instalment", "recurring", "unscheduled"] }),
    /** How often next_url or the one-time token has been spent; tokens are derived from it (D10). */
    tokenGeneration: integer().notNull().default(0),

    paymentProvider: text({ enum: PAYMENT_PROVIDERS }).notNull(),
    providerId: text(),
    /** With which of the account's credentials it was taken: later ones do not know it at the PSP. */
    credentialsId: ulid(),
    cardBrand: text().$type<CardBrand>(),
    cardType: text({ enum: ["credit", "debit"] }),
    firstDigits: text(),
    lastDigits: text(),
    cardExpiry: text(),
    cardholderName: text(),
    billingAddress: jsonb().$type<StoredAddress>(),
    payerEmail: text(),
    surcharge: integer(),
    threeDsRequired: boolean(),
    /** The bank's page that waits for the payer, and what the PSP needs to go on afterwards. */
    challenge: jsonb().$type<StoredChallenge>(),
    exemption: jsonb().$type<{ requested: boolean; type?: string; outcome?: { result: string } }>(),

    captureDueAt: moment(),
    captureTries: integer().notNull().default(0),
    captureSubmittedAt: moment(),
    capturedOn: date({ mode: "string" }),
    /** When the PSP is asked next what became of a capture that it has only received. */
    captureCheckDueAt: moment(),
    /** The PSP's payment into the bank that it was part of. */
    payoutId: ulid(),
    settledOn: date({ mode: "string" }),
    fee: integer(),
    voidDueAt: moment(),
    voidedAt: moment(),
    /** When a saved card is to be charged (mode agreement). */
    takeDueAt: moment(),
    /** The card saved by this payment, not the agreement's before the payer confirms (D24). */
    savedInstrumentId: ulid(),
    /** Refunds submitted or successful, in pence; changed with its refund under this row's lock (D23, D26). */
    refunded: integer().notNull().default(0),
    /** A dispute stands that was not won: nothing can be refunded (D23). */
    disputed: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.serviceId, t.id] }),
    foreignKey({ columns: [t.serviceId, t.accountId], foreignColumns: [accounts.serviceId, accounts.id] }),
    foreignKey({
      columns: [t.serviceId, t.agreementId],
      foreignColumns: [agreements.serviceId, agreements.id],
    }),
    foreignKey({
      columns: [t.serviceId, t.setUpAgreementId],
      foreignColumns: [agreements.serviceId, agreements.id],
    }),
    foreignKey({
      columns: [t.serviceId, t.savedInstrumentId],
      foreignColumns: [paymentInstruments.serviceId, paymentInstruments.id],
    }),
    index("payments_take_due")
      .on(t.takeDueAt)
      .where(sql`${t.takeDueAt} is not null`),
    // A payer's page knows only the payment's id.
    index("payments_by_id").on(t.id),
    index("payments_newest_first").on(t.serviceId, t.accountId, t.createdAt, t.id),
    // One index per way to search; each begins with the account and ends in the order of the results (3.4). Text is
    // found in no order, and one more column that nearly all rows share would only be one more list to go through.
    index("payments_by_status").on(t.serviceId, t.accountId, t.status, t.createdAt, t.id),
    index("payments_by_reference").on(
      t.serviceId,
      t.accountId,
      sql`lower(${t.reference})`,
      t.createdAt,
      t.id,
    ),
    index("payments_by_email")
      .using("gin", t.serviceId, sql`lower(coalesce(${t.payerEmail}, ${t.email})) gin_trgm_ops`)
      .where(sql`coalesce(${t.payerEmail}, ${t.email}) is not null`),
    index("payments_by_cardholder_name")
      .using("gin", t.serviceId, sql`lower(${t.cardholderName}) gin_trgm_ops`)
      .where(sql`${t.cardholderName} is not null`),
    index("payments_by_metadata")
      .using("gin", t.serviceId, t.metadata)
      .where(sql`${t.metadata} is not null`),
    index("payments_by_card_brand")
      .on(t.serviceId, t.accountId, t.cardBrand, t.createdAt, t.id)
      .where(sql`${t.cardBrand} is not null`),
    index("payments_by_last_digits")
      .on(t.serviceId, t.accountId, t.lastDigits, t.createdAt, t.id)
      .where(sql`${t.lastDigits} is not null`),
    index("payments_by_first_digits")
      .on(t.serviceId, t.accountId, t.firstDigits, t.createdAt, t.id)
      .where(sql`${t.firstDigits} is not null`),
    index("payments_by_agreement")
      .on(t.serviceId, t.agreementId, t.createdAt, t.id)
      .where(sql`${t.agreementId} is not null`),
    index("payments_by_set_up_agreement")
      .on(t.serviceId, t.setUpAgreementId)
      .where(sql`${t.setUpAgreementId} is not null`),
    // By the card that it has saved; the many payments that were made with that card are not asked for.
    index("payments_by_saved_card")
      .on(t.serviceId, t.savedInstrumentId)
      .where(sql`${t.savedInstrumentId} is not null and ${t.setUpAgreementId} is not null`),
    index("payments_by_settled_on")
      .on(t.serviceId, t.accountId, t.settledOn, t.createdAt, t.id)
      .where(sql`${t.settledOn} is not null`),
    index("payments_by_provider_id")
      .on(t.providerId)
      .where(sql`${t.providerId} is not null`),
    index("payments_expiring")
      .on(t.expiresAt)
      .where(sql`${t.expiresAt} is not null`),
    index("payments_capture_due")
      .on(t.captureDueAt)
      .where(sql`${t.captureDueAt} is not null`),
    index("payments_capture_check_due")
      .on(t.captureCheckDueAt)
      .where(sql`${t.captureCheckDueAt} is not null`),
    index("payments_by_payout")
      .on(t.serviceId, t.payoutId)
      .where(sql`${t.payoutId} is not null`),
    index("payments_void_due")
      .on(t.voidDueAt)
      .where(sql`${t.voidDueAt} is not null`),

    check("payments_status", isOneOf(t.status, PAYMENT_STATUSES)),
    check("payments_code", sql`${t.code} is null or ${isOneOf(t.code, Object.keys(STATE_MESSAGES))}`),
    check(
      "payments_code_says_why",
      sql`(${t.code} is not null) = (${t.status} in ('failed', 'cancelled', 'error'))`,
    ),
    check(
      "payments_expire_unless_finished",
      sql`(${t.expiresAt} is null) = (${isOneOf(t.status, FINISHED_STATUSES)})`,
    ),
    check("payments_amount", sql`${t.amount} between 1 and 10000000`),
    check("payments_surcharge", sql`${t.surcharge} > 0`),
    check("payments_language", isOneOf(t.language, ["en", "cy"])),
    check("payments_mode", isOneOf(t.authorisationMode, ["web", "moto_api", "agreement"])),
    check("payments_return_url", sql`(${t.returnUrl} is not null) = (${t.authorisationMode} = 'web')`),
    check("payments_agreement", sql`(${t.agreementId} is not null) = (${t.authorisationMode} = 'agreement')`),
    check("payments_moto_api_is_moto", sql`${t.moto} or ${t.authorisationMode} <> 'moto_api'`),
    check("payments_set_up_by_web", sql`${t.setUpAgreementId} is null or ${t.authorisationMode} = 'web'`),
    check("payments_capturable_is_delayed", sql`${t.delayedCapture} or ${t.status} <> 'capturable'`),
    check("payments_token_generation", sql`${t.tokenGeneration} >= 0`),
    check(
      "payments_card_whole_or_absent",
      sql`num_nulls(${t.firstDigits}, ${t.lastDigits}, ${t.cardExpiry}, ${t.cardholderName}) in (0, 4)`,
    ),
    check("payments_card_brand", sql`${t.cardBrand} is null or ${isOneOf(t.cardBrand, CARD_BRANDS)}`),
    check("payments_card_digits", sql`${t.firstDigits} ~ '^[0-9]{6}$' and ${t.lastDigits} ~ '^[0-9]{4}$'`),
    check(
      "payments_authorised_has_provider_id",
      sql`${t.status} not in ('submitted', 'capturable', 'success') or ${t.providerId} is not null or ${t.authorisationMode} = 'agreement'`,
    ),
    check("payments_refunded", sql`${t.refunded} between 0 and ${t.amount} + coalesce(${t.surcharge}, 0)`),
    check(
      "payments_take_due_of_agreement",
      sql`${t.takeDueAt} is null or ${t.authorisationMode} = 'agreement'`,
    ),
    check("payments_capture_due_of_success", sql`${t.captureDueAt} is null or ${t.status} = 'success'`),
    check("payments_challenge_while_started", sql`${t.challenge} is null or ${t.status} = 'started'`),
    check(
      "payments_capture_check_of_asked",
      sql`${t.captureCheckDueAt} is null or (${t.captureSubmittedAt} is not null and ${t.capturedOn} is null)`,
    ),
    check("payments_captured_of_success", sql`${t.capturedOn} is null or ${t.status} = 'success'`),
    check(
      "payments_captured_after_asking",
      sql`${t.capturedOn} is null or ${t.captureSubmittedAt} is not null`,
    ),
    check("payments_settled_after_captured", sql`${t.settledOn} is null or ${t.capturedOn} is not null`),
    check(
      "payments_void_of_ended",
      sql`num_nonnulls(${t.voidDueAt}, ${t.voidedAt}) = 0 or ${t.status} in ('failed', 'cancelled', 'error')`,
    ),
  ],
);

/** One row per change of the public state, in order of id; a refund's changes carry its refund_id (D15). */
export const paymentEvents = pgTable(
  "payment_events",
  {
    serviceId: ulid().notNull(),
    paymentId: ulid().notNull(),
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    status: text({ enum: PAYMENT_STATUSES as [(typeof PAYMENT_STATUSES)[number]] }).notNull(),
    code: text().$type<StateCode>(),
    canRetry: boolean(),
    refundId: ulid(),
    happenedAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.serviceId, t.paymentId, t.id] }),
    foreignKey({ columns: [t.serviceId, t.paymentId], foreignColumns: [payments.serviceId, payments.id] }),
    check("payment_events_status", isOneOf(t.status, PAYMENT_STATUSES)),
    check("payment_events_code", sql`${t.code} is null or ${isOneOf(t.code, Object.keys(STATE_MESSAGES))}`),
  ],
);

/** Which of its pages a payment's payer has seen, first and last; for the staff's timeline. */
export const pageVisits = pgTable(
  "page_visits",
  {
    serviceId: ulid().notNull(),
    paymentId: ulid().notNull(),
    page: text().notNull(),
    firstAt: moment().notNull(),
    lastAt: moment().notNull(),
    visits: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.serviceId, t.paymentId, t.page] }),
    foreignKey({ columns: [t.serviceId, t.paymentId], foreignColumns: [payments.serviceId, payments.id] }),
  ],
);

/** What a payer had typed when the card form was sent back, without number and code; gone once it is accepted. */
export const paymentDrafts = pgTable(
  "payment_drafts",
  {
    serviceId: ulid().notNull(),
    paymentId: ulid().notNull(),
    answers: jsonb().$type<Record<string, string>>().notNull(),
    problems: jsonb().$type<{ field: string; code: string }[]>().notNull(),
    savedAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.serviceId, t.paymentId] }),
    foreignKey({ columns: [t.serviceId, t.paymentId], foreignColumns: [payments.serviceId, payments.id] }),
  ],
);

/** Idempotency-Keys, stored with the payment in one transaction and forgotten after 24 hours (D18, D33). */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    serviceId: ulid().notNull(),
    accountId: ulid().notNull(),
    key: text().notNull(),
    /** SHA-256 of the body with its keys sorted. */
    bodyHash: text().notNull(),
    paymentId: ulid().notNull(),
    usedAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.serviceId, t.accountId, t.key] }),
    index("idempotency_keys_used_at").on(t.usedAt),
    uniqueIndex("idempotency_keys_payment").on(t.serviceId, t.paymentId),
  ],
);

/**
 * Payments per account, day of creation, status and brand, for days that nothing changes any more: a search's
 * total adds these up and counts only the days since (contract 3.4).
 */
export const paymentDayCounts = pgTable(
  "payment_day_counts",
  {
    serviceId: ulid().notNull(),
    accountId: ulid().notNull(),
    day: date({ mode: "string" }).notNull(),
    status: text().notNull(),
    /** Empty where no card was given. */
    cardBrand: text().notNull(),
    payments: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.serviceId, t.accountId, t.day, t.status, t.cardBrand] }),
    foreignKey({ columns: [t.serviceId, t.accountId], foreignColumns: [accounts.serviceId, accounts.id] }),
  ],
);
