import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { database } from "@/db/client";
import { binRanges } from "@/db/tables/bin-ranges";
import type { Staff } from "../caller";
import { noteAct } from "../staff/note-act";
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
  caller: Staff,
  csv: string,
  now: Date,
): Promise<{ loaded: number } | { faults: string[] }> {
  const parsed = await parseBins(csv);
  if ("faults" in parsed) return parsed;
  const flat = flattenBins(parsed.ranges);
  if ("contradiction" in flat)
    return { faults: [`ranges contradict each other: ${flat.contradiction.map(print).join(" and ")}`] };
  const loaded = parsed.ranges.length;

  await database().transaction(async (transaction) => {
    // Of two tables at once, the second comes after the first, and stays.
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('bin_ranges'))`);
    const before = await transaction.$count(binRanges);
    await transaction.delete(binRanges);
    for (let start = 0; start < flat.pieces.length; start += ROWS_PER_INSERT) {
      const rows = flat.pieces.slice(start, start + ROWS_PER_INSERT);
      await transaction.insert(binRanges).values(rows.map((piece) => rowOf(piece, now)));
    }
    const digest = createHash("sha256").update(csv).digest("hex");
    const act = {
      on: { type: "platform", id: "card ranges" },
      before: { ranges: before },
      after: { ranges: flat.pieces.length, sha256: digest },
    };
    await noteAct(transaction, caller, "loadCardRanges", act, now);
  });
  return { loaded };
}

function rowOf({ from, to, ...kind }: BinRange, now: Date): typeof binRanges.$inferInsert {
  return { ...kind, rangeFrom: from, rangeTo: to, loadedAt: now };
}

function print({ from, to }: BinRange): string {
  return [from, to].map((bin) => String(bin).padStart(11, "0")).join("–");
}
