import { desc, lte } from "drizzle-orm";
import type { CardKind } from "@/contract/card";
import type { Executor } from "@/db/client";
import { binRanges } from "@/db/tables/bin-ranges";
import { toBin } from "./parse-bins";

/**
 * The loaded range that holds these first digits, by one step down the primary key: ranges never overlap, so
 * no other than the nearest start can hold them. For identifyCard:
 * `identifyCard(number, (digits) => findLoadedBin(database, digits))`.
 *
 * @param firstDigits up to 11; never more of a card number than that reaches the database.
 */
export async function findLoadedBin(database: Executor, firstDigits: string): Promise<CardKind | undefined> {
  const bin = toBin(firstDigits, "0");
  const [range] = await database
    .select()
    .from(binRanges)
    .where(lte(binRanges.rangeFrom, bin))
    .orderBy(desc(binRanges.rangeFrom))
    .limit(1);
  if (!range || range.rangeTo < bin) return undefined;
  const { brand, type, corporate, prepaid, country } = range;
  return { brand, type, corporate, prepaid, ...(country === null ? {} : { country }) };
}
