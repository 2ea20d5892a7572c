import type { ReactNode } from "react";
import { Table, type TableProps } from "../table";
import { Words } from "./words";

/** A table in whose cells text may mark `code` and links. */
export function TableOfWords({ rows, ...table }: TableProps) {
  return <Table {...table} rows={rows.map(({ key, cells }) => ({ key, cells: cells.map(inWords) }))} />;
}

function inWords(cell: ReactNode): ReactNode {
  return typeof cell === "string" ? <Words>{cell}</Words> : cell;
}
