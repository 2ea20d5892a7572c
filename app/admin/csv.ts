import { stringify } from "csv-stringify/sync";

/** What stands in one place of a file: a text is somebody's, and may be anything; an amount is ours. */
export type Cell = string | number | null | { readonly pounds: string };

/** What a file begins with, by which Excel knows that it is UTF-8; LibreOffice and other readers pass it over. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** Lines of CSV (RFC 4180). A text that a spreadsheet would take for a formula has an apostrophe put before it. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => row.map(written)),
    { record_delimiter: "windows", quoted_match: /[\r\n]/u },
  );
}

/** How a formula begins: in ASCII, or as wide as an ideograph, or with what is passed over before it. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;

function written(cell: Cell): string | number | null {
  if (typeof cell === "string") return FORMULA.test(cell) ? `'${cell}` : cell;
  return typeof cell === "object" && cell !== null ? cell.pounds : cell;
}

/** A moment by UTC as spreadsheets read it: 2026-03-01 15:05:09. */
export function csvMoment(moment: Date | null): string | null {
  return moment && moment.toISOString().slice(0, 19).replace("T", " ");
}

/** The heads of an amount's two columns. */
export function amountHeads(name: string): [string, string] {
  return [`${name} (£)`, `${name} (pence)`];
}

/** An amount of pence twice: as pounds with two decimals for people, as it is for sums. */
export function amountCells(pence: number | null): [Cell, Cell] {
  if (pence === null) return [null, null];
  const digits = String(Math.abs(pence)).padStart(3, "0");
  return [{ pounds: `${pence < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}` }, pence];
}
