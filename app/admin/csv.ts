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

/** A column of a file, or the two of an amount: what stands above, and what in each row. */
export interface Column<Row> {
  readonly heads: readonly string[];
  readonly cells: (row: Row) => readonly Cell[];
}

export function column<Row>(head: string, cell: (row: Row) => Cell): Column<Row> {
  return { heads: [head], cells: (row) => [cell(row)] };
}

/** An amount of pence twice: as pounds with two decimals for people, as it is for sums. */
export function amountColumns<Row>(name: string, pence: (row: Row) => number | null): Column<Row> {
  return { heads: [`${name} (£)`, `${name} (pence)`], cells: (row) => amountCells(pence(row)) };
}

export function headOf<Row>(columns: readonly Column<Row>[]): string[] {
  return columns.flatMap(({ heads }) => heads);
}

export function rowOf<Row>(columns: readonly Column<Row>[], row: Row): Cell[] {
  return columns.flatMap(({ cells }) => cells(row));
}

function amountCells(pence: number | null): readonly Cell[] {
  if (pence === null) return [null, null];
  const digits = String(Math.abs(pence)).padStart(3, "0");
  return [{ pounds: `${pence < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}` }, pence];
}
