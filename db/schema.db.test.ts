import { randomUUID } from "node:crypto";
import { getTableColumns, getTableName } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "./client";
import * as schema from "./schema";
import { testDatabase } from "./test-database";

type Row = Record<string, unknown>;

// Far enough ahead that no other suite's sweep finds anything due here.
const NOW = new Date("2099-03-01T12:00:00.000Z");
const LATER = new Date("2099-03-01T13:30:00.000Z");

let database: Database;
let account: { serviceId: string; id: string };
/** A lawful row of each table, that the cases below spoil. */
let lawful: Record<string, Row>;

beforeAll(async () => {
  database = await testDatabase();
  account = { serviceId: newId(), id: newId() };
  const { serviceId } = account;
  await database
    .insert(schema.services)
    .values({ id: serviceId, nameEn: "Pay a test fee", organisation: "Borsetshire Council", createdAt: NOW });
  await database
    .insert(schema.accounts)
    .values({ ...account, live: false, paymentProvider: "sandbox", createdAt: NOW });
  lawful = await lawfulRows();
});

async function lawfulRows(): Promise<Record<string, Row>> {
  const { serviceId, id: accountId } = account;
  const owned = { serviceId, accountId, createdAt: NOW };
  const card = {
    firstDigits: "444433",
    lastDigits: "1111",
    cardExpiry: "04/31",
    cardholderName: "Jean Payer",
  };
  const instrument = { ...owned, id: newId(), paymentProvider: "sandbox", ...card };
  const agreement = { ...owned, id: newId(), status: "created", reference: "A", description: "A" };
  const payment = {
    ...owned,
    id: newId(),
    status: "created",
    expiresAt: LATER,
    amount: 1000,
    reference: "R",
    description: "D",
    language: "en",
    authorisationMode: "web",
    returnUrl: "https://a.example/",
    delayedCapture: false,
    moto: false,
    paymentProvider: "sandbox",
  };
  const webhook = {
    ...owned,
    id: newId(),
    callbackUrl: "https://a.example/",
    description: "W",
    eventTypes: ["card_payment_succeeded"],
    secret: "s",
  };
  const payout = {
    ...owned,
    id: newId(),
    providerId: "po_1",
    status: "pending",
    amount: 965,
    arrivesOn: "2026-03-03",
  };
  const { sandboxPayments, paymentInstruments, agreements, payments, payouts, webhooks } = schema;
  const ledger = {
    paymentId: newId(),
    accountId,
    createdAt: NOW,
    providerId: newId(),
    state: "authorised",
    amount: 1000,
    lastFour: "1111",
    behaviour: "success",
  };
  const person = {
    id: newId(),
    name: "Robin",
    email: `${newId()}@example.org`,
    createdAt: NOW,
    updatedAt: NOW,
  };
  await insert(database, schema.staff, person);
  await insert(database, paymentInstruments, instrument);
  await insert(database, agreements, agreement);
  await insert(database, payments, payment);
  await insert(database, webhooks, webhook);
  await insert(database, payouts, payout);
  await insert(database, sandboxPayments, ledger);

  const another = () => ({ id: newId() });
  const ofPayment = { serviceId, paymentId: payment.id };
  return {
    accounts: { serviceId, id: newId(), live: true, paymentProvider: "stripe", createdAt: NOW },
    payment_instruments: { ...instrument, ...another() },
    agreements: { ...agreement, ...another() },
    payments: { ...payment, ...another() },
    payment_events: { ...ofPayment, status: "created", happenedAt: NOW },
    psp_operations: {
      ...ofPayment,
      accountId,
      key: "k",
      kind: "authorise",
      state: "asked",
      askedAt: NOW,
      leaseUntil: LATER,
    },
    refunds: { ...owned, ...another(), paymentId: payment.id, status: "submitted", amount: 100 },
    disputes: {
      ...owned,
      ...another(),
      paymentId: payment.id,
      status: "needs_response",
      amount: 100,
      reason: "general",
    },
    audit_checks: { startedAt: NOW, startedBy: "clock" },
    webhooks: { ...webhook, ...another() },
    webhook_messages: {
      serviceId,
      ...another(),
      webhookId: webhook.id,
      createdAt: NOW,
      eventType: "e",
      resourceType: "payment",
      resourceId: payment.id,
      body: {},
      dueAt: NOW,
    },
    psp_notifications: {
      serviceId,
      accountId,
      credentialsId: newId(),
      dedupeKey: "evt_1",
      event: {},
      receivedAt: NOW,
      state: "waiting",
      dueAt: NOW,
    },
    payouts: { ...payout, ...another(), providerId: "po_2" },
    payout_lines: {
      serviceId,
      payoutId: payout.id,
      providerId: "txn_1",
      kind: "payment",
      gross: 1000,
      fee: 35,
      net: 965,
    },
    emails: {
      ...another(),
      createdAt: NOW,
      kind: "paymentConfirmation",
      language: "en",
      recipient: "payer@example.org",
      dueAt: NOW,
    },
    staff_second_factors: { ...another(), staffId: person.id, secret: "s", backupCodes: "c" },
    memberships: { serviceId, staffId: person.id, role: "admin", addedAt: NOW },
    staff_invitations: {
      ...another(),
      tokenHash: newId(),
      email: "clerk@example.org",
      serviceId,
      role: "view_only",
      invitedBy: "admin@example.org",
      createdAt: NOW,
      expiresAt: LATER,
    },
    sign_in_tries: { bucket: newId(), failures: 1, lastAt: NOW },
    bin_ranges: {
      rangeFrom: 99_000_000_000,
      rangeTo: 99_000_000_009,
      brand: "visa",
      corporate: false,
      prepaid: false,
      loadedAt: NOW,
    },
    sandbox_payments: { ...ledger, paymentId: newId(), providerId: newId() },
    sandbox_operations: {
      operationKey: newId(),
      kind: "authorise",
      paymentId: ledger.paymentId,
      outcome: {},
      happenedAt: NOW,
    },
  };
}

function newId(): string {
  return randomUUID().replaceAll("-", "").slice(0, 26);
}

type Inserter = Pick<Database, "insert">;

async function insert(into: Inserter, table: PgTable, row: Row): Promise<void> {
  await into.insert(table).values(row as never);
}

const TABLES = new Map(
  Object.values(schema as Record<string, unknown>)
    .filter((table): table is PgTable => typeof table === "object" && table !== null && "getSQL" in table)
    .map((table) => [getTableName(table), table]),
);

const DONE = Symbol("to be rolled back");

/** Stores a row and takes it back. @returns the constraint that refused it, or undefined. */
async function refusedBy(name: string, changes: Row): Promise<string | undefined> {
  const table = TABLES.get(name);
  if (!table) throw new Error(`No table ${name}`);
  const row = { ...lawful[name], ...changes };
  const unknown = Object.keys(row).filter((column) => !(column in getTableColumns(table)));
  expect(unknown).toEqual([]);
  try {
    await database.transaction(async (transaction) => {
      await insert(transaction, table, row);
      throw new Error("rolled back", { cause: DONE });
    });
  } catch (error) {
    const { cause } = error as Error;
    if (cause === DONE) return undefined;
    return (cause as { constraint_name?: string }).constraint_name ?? String(cause);
  }
  return undefined;
}

const CARD = { firstDigits: "444433", lastDigits: "1111", cardExpiry: "04/31", cardholderName: "J" };
const SUCCESS = { status: "success", expiresAt: null, providerId: "p" };
const FAILED = { status: "failed", code: "P0010", expiresAt: null };
const CAPTURED = { ...SUCCESS, captureSubmittedAt: NOW, capturedOn: "2026-03-01" };
const MOTO_API = { authorisationMode: "moto_api", returnUrl: null, moto: true };

/** What can never be, by the constraint that sees to it; of each table, what may be. */
const IMPOSSIBLE: [table: string, constraint: string, rows: Row[]][] = [
  ["audit_checks", "audit_checks_started_by", [{ startedBy: "somebody" }]],
  ["audit_checks", "audit_checks_finding", [{ finishedAt: LATER, finding: "lost", entries: 3, head: "h" }]],
  ["audit_checks", "audit_checks_finished", [{ finishedAt: LATER }, { finding: "whole", head: "h" }]],
  ["accounts", "accounts_provider", [{ paymentProvider: "paypal" }]],
  ["accounts", "accounts_sandbox_is_test", [{ paymentProvider: "sandbox" }]],
  ["accounts", "accounts_one_of_each", [{ live: false }]],
  [
    "accounts",
    "accounts_clock_of_test",
    [{ clockAheadSeconds: 60 }, { live: false, clockAheadSeconds: -60 }],
  ],
  ["accounts", "accounts_card_digits", [{ cardDigits: "both" }]],
  [
    "accounts",
    "accounts_pence",
    [
      "surchargeCreditPence",
      "surchargeDebitPence",
      "surchargePrepaidDebitPence",
      "feeBasisPoints",
      "feeFixedPence",
    ].map((pence) => ({ [pence]: -1 })),
  ],

  ["payments", "payments_status", [{ status: "paid" }, { status: "" }]],
  ["payments", "payments_code", [{ ...FAILED, code: "P0099" }]],
  [
    "payments",
    "payments_code_says_why",
    [
      { ...FAILED, code: null },
      { ...FAILED, status: "cancelled", code: null },
      { ...FAILED, status: "error", code: null },
      { code: "P0010" },
      { ...SUCCESS, code: "P0050" },
    ],
  ],
  [
    "payments",
    "payments_expire_unless_finished",
    [{ expiresAt: null }, { ...SUCCESS, expiresAt: LATER }, { ...FAILED, expiresAt: LATER }],
  ],
  ["payments", "payments_amount", [{ amount: 0 }, { amount: -1 }, { amount: 10_000_001 }]],
  ["payments", "payments_surcharge", [{ surcharge: 0 }, { surcharge: -1 }]],
  ["payments", "payments_language", [{ language: "fr" }]],
  ["payments", "payments_mode", [{ authorisationMode: "phone", returnUrl: null }]],
  [
    "payments",
    "payments_return_url",
    [{ returnUrl: null }, { ...MOTO_API, returnUrl: "https://a.example/" }],
  ],
  ["payments", "payments_agreement", [{ authorisationMode: "agreement", returnUrl: null }]],
  ["payments", "payments_moto_api_is_moto", [{ ...MOTO_API, moto: false }]],
  [
    "payments",
    "payments_capturable_is_delayed",
    [{ status: "capturable", providerId: "p", delayedCapture: false }],
  ],
  ["payments", "payments_token_generation", [{ tokenGeneration: -1 }]],
  [
    "payments",
    "payments_card_whole_or_absent",
    Object.keys(CARD).map((absent) => ({ ...CARD, [absent]: null })),
  ],
  ["payments", "payments_card_brand", [{ cardBrand: "Visa" }]],
  [
    "payments",
    "payments_card_digits",
    [
      { ...CARD, firstDigits: "4444333322221111" },
      { ...CARD, lastDigits: "111" },
      { ...CARD, firstDigits: "44443x" },
    ],
  ],
  [
    "payments",
    "payments_authorised_has_provider_id",
    [
      { status: "submitted" },
      { ...SUCCESS, providerId: null },
      { ...SUCCESS, ...MOTO_API, providerId: null },
    ],
  ],
  [
    "payments",
    "payments_refunded",
    [
      { ...SUCCESS, refunded: 1001 },
      { ...SUCCESS, refunded: -1 },
      { ...SUCCESS, refunded: 1101, surcharge: 100 },
    ],
  ],
  ["payments", "payments_take_due_of_agreement", [{ takeDueAt: NOW }]],
  ["payments", "payments_capture_due_of_success", [{ captureDueAt: NOW }, { ...FAILED, captureDueAt: NOW }]],
  ["payments", "payments_challenge_while_started", [{ challenge: {} }, { ...SUCCESS, challenge: {} }]],
  [
    "payments",
    "payments_capture_check_of_asked",
    [
      { ...SUCCESS, captureCheckDueAt: NOW },
      { ...CAPTURED, captureCheckDueAt: NOW },
    ],
  ],
  ["payments", "payments_captured_of_success", [{ ...CAPTURED, ...FAILED }]],
  ["payments", "payments_captured_after_asking", [{ ...CAPTURED, captureSubmittedAt: null }]],
  [
    "payments",
    "payments_settled_after_captured",
    [{ ...CAPTURED, capturedOn: null, settledOn: "2026-03-02" }],
  ],
  [
    "payments",
    "payments_void_of_ended",
    [{ voidDueAt: NOW }, { voidedAt: NOW }, { ...SUCCESS, voidDueAt: NOW }, { ...CAPTURED, voidedAt: NOW }],
  ],
  [
    "payments",
    "payments_service_id_account_id_accounts_service_id_id_fk",
    [{ accountId: "of-nobody" }, { serviceId: "of-nobody" }],
  ],
  [
    "payments",
    "payments_service_id_agreement_id_agreements_service_id_id_fk",
    [{ authorisationMode: "agreement", returnUrl: null, agreementId: "of-nobody" }],
  ],

  ["payment_events", "payment_events_status", [{ status: "paid" }]],
  ["payment_events", "payment_events_code", [{ status: "failed", code: "P0099" }]],
  [
    "payment_events",
    "payment_events_service_id_payment_id_payments_service_id_id_fk",
    [{ paymentId: "of-nobody" }],
  ],

  ["psp_operations", "psp_operations_of_payment", [{ paymentId: null }]],
  ["psp_operations", "psp_operations_kind", [{ kind: "guess" }]],
  ["psp_operations", "psp_operations_state", [{ state: "perhaps" }]],
  [
    "psp_operations",
    "psp_operations_open_has_lease",
    [{ leaseUntil: null }, { state: "unknown", leaseUntil: null }, { state: "answered", answeredAt: NOW }],
  ],
  [
    "psp_operations",
    "psp_operations_answered",
    [{ answeredAt: NOW }, { state: "answered", leaseUntil: null }],
  ],

  ["agreements", "agreements_status", [{ status: "paused" }]],
  ["agreements", "agreements_cancelled", [{ status: "cancelled" }, { cancelledAt: NOW }]],
  ["agreements", "agreements_active_has_card", [{ status: "active" }]],

  ["payment_instruments", "payment_instruments_digits", [{ firstDigits: "4444333" }, { lastDigits: "11" }]],
  [
    "payment_instruments",
    "payment_instruments_deleted_has_no_token",
    [{ deletedAt: NOW, savedCard: "token" }],
  ],

  ["refunds", "refunds_status", [{ status: "pending" }]],
  ["refunds", "refunds_amount", [{ amount: 0 }, { amount: 10_000_001 }]],
  [
    "refunds",
    "refunds_due_while_submitted",
    [
      { status: "success", dueAt: NOW },
      { status: "error", dueAt: NOW },
    ],
  ],
  [
    "refunds",
    "refunds_settled_succeeded",
    [{ settledOn: "2026-03-01" }, { status: "error", settledOn: "2026-03-01" }],
  ],

  ["disputes", "disputes_status", [{ status: "open" }]],
  ["disputes", "disputes_amount", [{ amount: 0 }]],
  ["disputes", "disputes_settled_lost", [{ status: "won", settledOn: "2026-03-01" }]],
  ["disputes", "disputes_money_of_lost", [{ fee: 1500 }, { status: "won", netAmount: -100 }]],

  ["webhooks", "webhooks_url", [{ callbackUrl: `https://a.example/${"x".repeat(2031)}` }]],
  ["webhooks", "webhooks_rotation", [{ previousSecret: "s" }, { previousSecretUntil: NOW }]],
  ["webhook_messages", "webhook_messages_due_until_delivered", [{ deliveredAt: NOW }]],

  ["psp_notifications", "psp_notifications_state", [{ state: "read", dueAt: null }]],
  ["psp_notifications", "psp_notifications_due_while_waiting", [{ dueAt: null }, { state: "handled" }]],
  ["payouts", "payouts_status", [{ status: "sent" }]],
  ["payout_lines", "payout_lines_kind", [{ kind: "gift" }]],
  ["payout_lines", "payout_lines_net", [{ net: 1000 }]],
  ["payout_lines", "payout_lines_returned", [{ kind: "payoutReturn" }, { returnedProviderId: "po_1" }]],
  ["emails", "emails_kind", [{ kind: "newsletter" }]],
  ["emails", "emails_sent", [{ sentAt: NOW }]],

  ["staff_second_factors", "staff_second_factors_failures", [{ failedVerificationCount: -1 }]],
  ["memberships", "memberships_role", [{ role: "owner" }]],
  ["memberships", "memberships_service_id_services_id_fk", [{ serviceId: "of-nobody" }]],
  ["staff_invitations", "staff_invitations_role", [{ role: "owner" }]],
  ["staff_invitations", "staff_invitations_role_of_service", [{ role: null }, { serviceId: null }]],
  ["staff_invitations", "staff_invitations_end_once", [{ acceptedAt: NOW, withdrawnAt: NOW }]],
  ["sign_in_tries", "sign_in_tries_failures", [{ failures: 0 }]],

  [
    "bin_ranges",
    "bin_ranges_order",
    [{ rangeTo: 98_999_999_999 }, { rangeFrom: -1 }, { rangeTo: 100_000_000_000 }],
  ],
  ["bin_ranges", "bin_ranges_brand", [{ brand: "Visa" }]],
  ["bin_ranges", "bin_ranges_type", [{ type: "charge" }]],
  ["bin_ranges", "bin_ranges_country", [{ country: "gb" }, { country: "GBR" }]],

  ["sandbox_payments", "sandbox_payments_state", [{ state: "lost" }]],
  ["sandbox_payments", "sandbox_payments_amount", [{ amount: 0 }]],
  ["sandbox_payments", "sandbox_payments_last_four", [{ lastFour: "4444333322221111" }]],
  ["sandbox_payments", "sandbox_payments_challenge_returns", [{ state: "challenge" }]],
  ["sandbox_payments", "sandbox_payments_captured", [{ state: "captured" }, { capturedOn: "2026-03-01" }]],
  ["sandbox_payments", "sandbox_payments_pence", [{ capturedPence: 1001 }, { refundedPence: 1 }]],
  ["sandbox_operations", "sandbox_operations_kind", [{ kind: "guess" }]],
  ["sandbox_operations", "sandbox_operations_refund", [{ kind: "refund" }, { refundId: "r" }]],
];

/** Rows near the impossible ones that are lawful, so that each constraint is seen to refuse no more than it should. */
const POSSIBLE: [table: string, rows: Row[]][] = [
  ["audit_checks", [{}, { finishedAt: LATER, finding: "changed", entries: 3, head: "h", brokenId: 4 }]],
  ["accounts", [{}, { paymentProvider: "worldpay", surchargeCreditPence: 250 }]],
  [
    "payments",
    [
      {},
      { amount: 1 },
      { amount: 10_000_000, surcharge: 1 },
      { ...MOTO_API },
      { ...CARD, cardBrand: null, status: "started" },
      { ...SUCCESS, captureDueAt: NOW },
      { ...SUCCESS, captureSubmittedAt: NOW, captureCheckDueAt: NOW },
      { status: "started", challenge: {} },
      { ...CAPTURED, settledOn: "2026-03-03", refunded: 1000 },
      { ...SUCCESS, surcharge: 100, refunded: 1100 },
      { status: "capturable", providerId: "p", delayedCapture: true },
      { ...FAILED, voidDueAt: NOW },
      { ...FAILED, status: "cancelled", code: "P0040", voidedAt: NOW },
      { ...FAILED, status: "error", code: "P0050", captureSubmittedAt: NOW },
    ],
  ],
  ["payment_events", [{}, { status: "failed", code: "P0020" }]],
  [
    "psp_operations",
    [
      {},
      { state: "unknown" },
      { state: "answered", leaseUntil: null, answeredAt: NOW },
      { paymentId: null, kind: "deleteSavedCard" },
    ],
  ],
  ["agreements", [{}, { status: "cancelled", cancelledAt: NOW }, { status: "inactive" }]],
  ["payment_instruments", [{ savedCard: "token" }, { deletedAt: NOW }]],
  ["refunds", [{ dueAt: NOW }, { status: "success", settledOn: "2026-03-01" }, { status: "error" }]],
  ["disputes", [{}, { status: "lost", fee: 1500, netAmount: -1600, settledOn: "2026-03-01" }]],
  ["webhooks", [{}, { previousSecret: "s", previousSecretUntil: NOW }]],
  ["webhook_messages", [{}, { dueAt: null, deliveredAt: NOW }, { dueAt: null }]],
  ["psp_notifications", [{}, { state: "handled", dueAt: null, handledAt: NOW }]],
  ["payouts", [{}, { amount: -1 }]],
  [
    "payout_lines",
    [{}, { gross: -1000, fee: 0, net: -1000 }, { kind: "payoutReturn", returnedProviderId: "po_1" }],
  ],
  ["emails", [{}, { dueAt: null, sentAt: NOW }, { dueAt: null, failure: "refused" }]],
  ["staff_second_factors", [{}]],
  ["memberships", [{}, { role: "view_and_refund" }]],
  ["staff_invitations", [{}, { serviceId: null, role: null }, { acceptedAt: NOW }, { withdrawnAt: NOW }]],
  ["sign_in_tries", [{}]],
  ["bin_ranges", [{}, { type: "credit", country: "GB" }]],
  [
    "sandbox_payments",
    [{}, { state: "captured", capturedOn: "2026-03-01", capturedPence: 1000, refundedPence: 1000 }],
  ],
  ["sandbox_operations", [{}, { kind: "refund", refundId: "r" }]],
];

describe("a row that contradicts itself", () => {
  const cases = IMPOSSIBLE.flatMap(([table, constraint, rows]) =>
    rows.map((row) => [table, constraint, row] as const),
  );
  test.each(cases)("of %s is refused by %s: %j", async (table, constraint, row) => {
    expect(await refusedBy(table, row)).toBe(constraint);
  });

  test("of payments cannot set up an agreement but on the web", async () => {
    const [agreement] = await database
      .insert(schema.agreements)
      .values({ ...(lawful.agreements as typeof schema.agreements.$inferInsert), id: newId() })
      .returning();
    const setUpAgreementId = agreement?.id;
    expect(await refusedBy("payments", { ...MOTO_API, setUpAgreementId })).toBe("payments_set_up_by_web");
    expect(await refusedBy("payments", { setUpAgreementId })).toBeUndefined();
    expect(await refusedBy("payments", { agreementId: setUpAgreementId })).toBe("payments_agreement");
    const byAgreement = {
      authorisationMode: "agreement",
      returnUrl: null,
      agreementId: setUpAgreementId,
      takeDueAt: NOW,
    };
    expect(await refusedBy("payments", byAgreement)).toBeUndefined();
  });

  test("of platform has no second one", async () => {
    await expect(database.insert(schema.platform).values({ only: false })).rejects.toHaveProperty(
      "cause.constraint_name",
      "platform_one_row",
    );
  });

  test("is tried here for every check that the tables have", () => {
    const tried = new Set(IMPOSSIBLE.map(([, constraint]) => constraint));
    for (const name of ["payments_set_up_by_web", "platform_one_row"]) tried.add(name);
    const checks = [...TABLES.values()].flatMap((table) =>
      getTableConfig(table).checks.map(({ name }) => name),
    );
    expect(checks.filter((name) => !tried.has(name))).toEqual([]);
  });
});

describe("a row that may be", () => {
  test.each(POSSIBLE.flatMap(([table, rows]) => rows.map((row) => [table, row] as const)))(
    "of %s is stored: %j",
    async (table, row) => {
      expect(await refusedBy(table, row)).toBeUndefined();
    },
  );
});

describe("what may happen once", () => {
  test("is one operation per key, one effect per payment and kind at the sandbox", async () => {
    await database.insert(schema.pspOperations).values({
      ...(lawful.psp_operations as typeof schema.pspOperations.$inferInsert),
      key: "taken",
    });
    expect(await refusedBy("psp_operations", { key: "taken" })).toBe("psp_operations_service_id_key_pk");

    const capture = {
      ...lawful.sandbox_operations,
      kind: "capture",
    } as typeof schema.sandboxOperations.$inferInsert;
    await database.insert(schema.sandboxOperations).values({ ...capture, operationKey: newId() });
    expect(await refusedBy("sandbox_operations", { kind: "capture" })).toBe("sandbox_operations_once");
  });

  test("is one payment per Idempotency-Key of an account", async () => {
    const { serviceId, id: accountId } = account;
    const use = { serviceId, accountId, key: "k", bodyHash: "h", paymentId: "p", usedAt: NOW };
    await database.insert(schema.idempotencyKeys).values(use);
    await expect(
      database.insert(schema.idempotencyKeys).values({ ...use, paymentId: "q" }),
    ).rejects.toHaveProperty("cause.constraint_name", "idempotency_keys_service_id_account_id_key_pk");
    await expect(database.insert(schema.idempotencyKeys).values({ ...use, key: "l" })).rejects.toHaveProperty(
      "cause.constraint_name",
      "idempotency_keys_payment",
    );
  });
});
