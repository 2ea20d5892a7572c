import { sql } from "drizzle-orm";
import { bigint, boolean, check, pgTable, text } from "drizzle-orm/pg-core";
import { CARD_BRANDS } from "@/contract/card";
import { isOneOf, moment } from "../columns";

/**
 * Issuers' ranges loaded by `npm run load-bins` (D30), by a card's first 11 digits: no look-up ever hands the
 * database a whole card number. They never overlap, so the nearest start at or below a number decides.
 */
export const binRanges = pgTable(
  "bin_ranges",
  {
    rangeFrom: bigint({ mode: "number" }).primaryKey(),
    rangeTo: bigint({ mode: "number" }).notNull(),
    brand: text({ enum: CARD_BRANDS }).notNull(),
    type: text({ enum: ["credit", "debit"] }),
    corporate: boolean().notNull(),
    prepaid: boolean().notNull(),
    country: text(),
    loadedAt: moment().notNull(),
  },
  (t) => [
    check("bin_ranges_order", sql`${t.rangeFrom} between 0 and ${t.rangeTo} and ${t.rangeTo} <= 99999999999`),
    check("bin_ranges_brand", isOneOf(t.brand, CARD_BRANDS)),
    check("bin_ranges_type", isOneOf(t.type, ["credit", "debit"])),
    check("bin_ranges_country", sql`${t.country} ~ '^[A-Z]{2}$'`),
  ],
);
