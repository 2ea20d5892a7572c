import { CARD_BRAND_NAMES } from "@/contract/card";
import { statusInWords } from "@/components/admin/status-tag";
import type { EveryPayment } from "@/domain/payments/each-payment";
import { totalAmount, type Payment } from "@/domain/payments/payment";
import { amountCells, amountHeads, csvMoment, type Cell } from "./csv";
import type { CsvFile } from "./stream-csv";

/** What the file says of each payment, and under which heads. */
const COLUMNS: readonly (readonly [heads: readonly string[], cells: (payment: Payment) => Cell[]])[] = [
  one("Payment ID", ({ id }) => id),
  one("Reference", ({ reference }) => reference),
  one("Description", ({ description }) => description),
  one("Created (UTC)", ({ createdAt }) => csvMoment(createdAt)),
  one("Status", (payment) => statusInWords(payment)),
  one("Reason code", ({ code }) => code),
  amount("Amount", (payment) => payment.amount),
  amount("Corporate card surcharge", ({ surcharge }) => surcharge),
  amount("Total", totalAmount),
  amount("Refunded", ({ refunded }) => refunded),
  amount("Provider’s fee", ({ fee }) => fee),
  one("Card brand", ({ cardBrand }) => cardBrand && CARD_BRAND_NAMES[cardBrand]),
  one("Card type", ({ cardType }) => cardType),
  one("First 6 digits", ({ firstDigits }) => firstDigits),
  one("Last 4 digits", ({ lastDigits }) => lastDigits),
  one("Card expiry", ({ cardExpiry }) => cardExpiry),
  one("Name on the card", ({ cardholderName }) => cardholderName),
  one("Email address", ({ payerEmail, email }) => payerEmail ?? email),
  one("How it was taken", ({ authorisationMode }) => authorisationMode),
  one("Telephone order", ({ moto }) => (moto ? "yes" : "no")),
  one("Language", ({ language }) => language),
  one("Payment provider", ({ paymentProvider }) => paymentProvider),
  one("Provider’s ID", ({ providerId }) => providerId),
  one("Agreement ID", ({ agreementId, setUpAgreementId }) => agreementId ?? setUpAgreementId),
  one("Captured on", ({ capturedOn }) => capturedOn),
  one("Settled on", ({ settledOn }) => settledOn),
  one("Payout ID", ({ payoutId }) => payoutId),
];

/** Payments as a file: what is known of each, then one column for each key of their metadata. */
export function csvOfPayments({ metadataKeys, batches }: EveryPayment, now: Date): CsvFile {
  return {
    name: `payments-${now.toISOString().slice(0, 10)}`,
    head: [...COLUMNS.flatMap(([heads]) => heads), ...metadataKeys.map((key) => `Metadata: ${key}`)],
    batches: rowsOf(batches, metadataKeys),
  };
}

async function* rowsOf(batches: EveryPayment["batches"], keys: readonly string[]) {
  for await (const batch of batches)
    yield batch.map((payment) => [
      ...COLUMNS.flatMap(([, cells]) => cells(payment)),
      ...keys.map((key) => metadataCell(payment.metadata?.[key])),
    ]);
}

function metadataCell(value: string | number | boolean | undefined): Cell {
  return typeof value === "boolean" ? String(value) : (value ?? null);
}

function one(head: string, cell: (payment: Payment) => Cell) {
  return [[head], (payment: Payment) => [cell(payment)]] as const;
}

function amount(head: string, pence: (payment: Payment) => number | null) {
  return [amountHeads(head), (payment: Payment) => amountCells(pence(payment))] as const;
}
