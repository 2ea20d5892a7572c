import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { CardBrand, type CardKind } from "@/contract/card";

/** Cards whose first 11 digits lie from one number to another, both included. */
export interface BinRange extends CardKind {
  from: number;
  to: number;
}

export type ParsedBins = { ranges: BinRange[] } | { faults: string[] };

const COLUMNS = ["from", "to", "brand", "type", "corporate", "prepaid", "country"] as const;
const DIGITS = 11;
const FAULTS_TOLD = 20;
/** A few hundredths of a second: payers do not notice that a large table is read. */
const LINES_PER_TURN = 1000;

const yesOrNo = z.enum(["true", "false"]).transform((text) => text === "true");

const Row = z
  .object({
    from: bound("0"),
    to: bound("9"),
    brand: CardBrand,
    type: z.enum(["credit", "debit", ""]).transform((text) => (text === "" ? null : text)),
    corporate: yesOrNo,
    prepaid: yesOrNo,
    country: z.string().regex(/^([A-Z]{2})?$/, "must be two capital letters or empty"),
  })
  .refine(({ from, to }) => from <= to, "from is above to")
  .transform(({ country, ...row }) => (country === "" ? row : { ...row, country }));

/**
 * Reads a table of BIN ranges, letting others have their turn in between: CSV without quotes, its first line naming the
 * columns from, to, brand, type, corporate, prepaid, country in any order. Bounds have 6 to 19 digits and mean all cards
 * that begin so.
 *
 * @returns the ranges as the file has them, or what is wrong with it, line by line; never some of each.
 */
export async function parseBins(csv: string): Promise<ParsedBins> {
  const [header = "", ...lines] = csv.replace(/^\uFEFF/, "").split(/\r?\n/);
  const names = cells(header);
  const missing = COLUMNS.filter((column) => !names.includes(column));
  if (missing.length > 0) return { faults: [`line 1: no column ${missing.join(", ")}`] };

  const ranges: BinRange[] = [];
  const faults: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (index % LINES_PER_TURN === LINES_PER_TURN - 1) await nextTurn();
    if (line.trim() === "") continue;
    const row = Row.safeParse(
      Object.fromEntries(cells(line).map((cell, column) => [names[column] ?? "", cell])),
    );
    if (row.success) ranges.push(row.data);
    else faults.push(`line ${index + 2}: ${row.error.issues.map(inWords).join("; ")}`);
    if (faults.length === FAULTS_TOLD) return { faults: [...faults, "and perhaps more"] };
  }
  if (faults.length === 0 && ranges.length === 0) faults.push("no ranges");
  return faults.length > 0 ? { faults } : { ranges };
}

/** The first 11 digits as a number, short ones filled up: with 0 the lowest card that begins so, with 9 the highest. */
export function toBin(digits: string, filler: "0" | "9"): number {
  return Number(digits.slice(0, DIGITS).padEnd(DIGITS, filler));
}

/** Finer ranges than 11 digits would ask for more of the card's number than the database may be told. */
function bound(filler: "0" | "9") {
  return z
    .string()
    .regex(/^\d{6,19}$/, "must be 6 to 19 digits")
    .refine((digits) => digits.slice(DIGITS).replaceAll(filler, "") === "", {
      message: `may only have ${filler}s after its ${DIGITS}th digit`,
      abort: true,
    })
    .transform((digits) => toBin(digits, filler));
}

function cells(line: string): string[] {
  return line.split(",").map((cell) => cell.trim());
}

function inWords({ path, message }: z.core.$ZodIssue): string {
  return path.length > 0 ? `${path.join(".")}: ${message}` : message;
}
