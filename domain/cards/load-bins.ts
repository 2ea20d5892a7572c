import type { Database } from "@/db/client";
import { binRanges } from "@/db/tables/bin-ranges";
import { flattenBins } from "./flatten-bins";
import { parseBins, type BinRange } from "./parse-bins";

// Eight columns a row: below Postgres's limit of 65,535 parameters a statement.
const ROWS_PER_INSERT = 5_000;

/**
 * Puts a CSV table in the place of the loaded one (D30), whole or not at all; cards are identified by the old
 * one until the new one is there.
 *
 * @returns how many ranges the file has, or what is wrong with it.
 */
export async function loadBins(
  database: Database,
  csv: string,
  now: Date,
): Promise<{ loaded: number } | { faults: string[] }> {
  const parsed = parseBins(csv);
  if ("faults" in parsed) return parsed;
  const flat = flattenBins(parsed.ranges);
  if ("contradiction" in flat)
    return { faults: [`ranges contradict each other: ${flat.contradiction.map(print).join(" and ")}`] };

  await database.transaction(async (tx) => {
    await tx.delete(binRanges);
    for (let start = 0; start < flat.pieces.length; start += ROWS_PER_INSERT) {
      const rows = flat.pieces.slice(start, start + ROWS_PER_INSERT);
      await tx.insert(binRanges).values(rows.map((piece) => rowOf(piece, now)));
    }
  });
  return { loaded: parsed.ranges.length };
}

function rowOf({ from, to, ...kind }: BinRange, now: Date): typeof binRanges.$inferInsert {
  return { ...kind, rangeFrom: from, rangeTo: to, loadedAt: now };
}

function print({ from, to }: BinRange): string {
  return [from, to].map((bin) => String(bin).padStart(11, "0")).join("–");
}
