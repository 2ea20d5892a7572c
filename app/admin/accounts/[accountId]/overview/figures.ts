import type { PaymentsOfDay, RefundsOfDay } from "@/domain/reports/sum-by-day";

/** How many, and what they come to in pence. */
export interface Sum {
  readonly count: number;
  readonly pence: number;
}

/** What the table of figures tells apart, each with what counts for it. */
export const OUTCOMES: readonly (readonly [name: string, counts: (row: PaymentsOfDay) => boolean])[] = [
  ["Successful payments", ({ status }) => status === "success"],
  ["Authorised, not taken yet", ({ status }) => status === "capturable"],
  ["Failed: declined", ({ code }) => code === "P0010"],
  ["Failed: expired", ({ code }) => code === "P0020"],
  ["Failed: cancelled by the payer", ({ code }) => code === "P0030"],
  ["Cancelled by the service", ({ status }) => status === "cancelled"],
  ["Error", ({ status }) => status === "error"],
];

/** The payments since a day that count, added up. */
export function sumOfPayments(
  rows: readonly PaymentsOfDay[],
  since: string,
  counts: (row: PaymentsOfDay) => boolean,
): Sum {
  return rows
    .filter((row) => row.day >= since && counts(row))
    .reduce((sum, row) => ({ count: sum.count + row.payments, pence: sum.pence + row.pence }), NOTHING);
}

/** The refunds since a day, added up. */
export function sumOfRefunds(rows: readonly RefundsOfDay[], since: string): Sum {
  return rows
    .filter((row) => row.day >= since)
    .reduce((sum, row) => ({ count: sum.count + row.refunds, pence: sum.pence + row.pence }), NOTHING);
}

const NOTHING: Sum = { count: 0, pence: 0 };

const DAY = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London", dateStyle: "short" });

/** The last days in the United Kingdom up to now, oldest first, as YYYY-MM-DD. */
export function lastDays(now: Date, days: number): string[] {
  // Noon is on the same day there and by UTC.
  const noon = Date.parse(`${DAY.format(now)}T12:00:00Z`);
  return Array.from({ length: days }, (_, index) =>
    new Date(noon - (days - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}
