import { Table, type TableProps } from "../table";
import { Words } from "./words";

/** A table in whose cells text may mark `code` and links. */
export function TableOfWords({ rows, ...table }: TableProps) {
  const marked = rows.map(({ key, cells }) => ({
    key,
    cells: cells.map((cell) => (typeof cell === "string" ? <Words>{cell}</Words> : cell)),
  }));
  return <Table {...table} rows={marked} />;
}
