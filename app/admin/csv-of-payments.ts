import { CARD_BRAND_NAMES } from "@/contract/card";
import { statusInWords } from "@/components/admin/status-tag";
import type { EveryPayment, ToldPayment } from "@/domain/payments/each-payment";
import { totalAmount } from "@/domain/payments/payment";
import { amountColumns, column, csvMoment, headOf, rowOf, type Cell, type Column } from "./csv";
import type { CsvFile } from "./stream-csv";

/** What the file says of each payment, and under which heads. */
const COLUMNS: readonly Column<ToldPayment>[] = [
  column("Payment ID", ({ id }) => id),
  column("Reference", ({ reference }) => reference),
  column("Description", ({ description }) => description),
  column("Created (UTC)", ({ createdAt }) => csvMoment(createdAt)),
  column("Status", (payment) => statusInWords(payment)),
  column("Reason code", ({ code }) => code),
  amountColumns("Amount", (payment) => payment.amount),
  amountColumns("Corporate card surcharge", ({ surcharge }) => surcharge),
  amountColumns("Total", totalAmount),
  amountColumns("Refunded", ({ refunded }) => refunded),
  amountColumns("Provider’s fee", ({ fee }) => fee),
  column("Card brand", ({ cardBrand }) => cardBrand && CARD_BRAND_NAMES[cardBrand]),
  column("Card type", ({ cardType }) => cardType),
  // In one column: spreadsheets take figures alone for numbers, and drop their leading zeros.
  column(
    "Card number",
    ({ firstDigits, lastDigits }) => lastDigits && `${firstDigits ?? ""}******${lastDigits}`,
  ),
  column("Card expiry", ({ cardExpiry }) => cardExpiry),
  column("Name on the card", ({ cardholderName }) => cardholderName),
  column("Email address", ({ payerEmail, email }) => payerEmail ?? email),
  column("How it was taken", ({ authorisationMode }) => authorisationMode),
  column("Telephone order", ({ moto }) => (moto ? "yes" : "no")),
  column("Language", ({ language }) => language),
  column("Payment provider", ({ paymentProvider }) => paymentProvider),
  column("Provider’s ID", ({ providerId }) => providerId),
  column("Agreement ID", ({ agreementId, setUpAgreementId }) => agreementId ?? setUpAgreementId),
  column("Captured on", ({ capturedOn }) => capturedOn),
  column("Settled on", ({ settledOn }) => settledOn),
  column("Payout ID", ({ payoutId }) => payoutId),
];

/** Payments as a file: what is known of each, then one column for each key of their metadata. */
export function csvOfPayments({ metadataKeys, batches }: EveryPayment, now: Date): CsvFile {
  return {
    name: `payments-${now.toISOString().slice(0, 10)}`,
    head: [...headOf(COLUMNS), ...metadataKeys.map((key) => `Metadata: ${key}`)],
    batches: rowsOf(batches, metadataKeys),
  };
}

async function* rowsOf(batches: EveryPayment["batches"], keys: readonly string[]) {
  for await (const batch of batches)
    yield batch.map((payment) => [
      ...rowOf(COLUMNS, payment),
      ...keys.map((key) => metadataCell(payment.metadata?.[key])),
    ]);
}

function metadataCell(value: string | number | boolean | undefined): Cell {
  return typeof value === "boolean" ? String(value) : (value ?? null);
}
