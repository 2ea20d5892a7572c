import type { ReactNode } from "react";
import { Words } from "./words";

interface Row {
  key: string;
  cells: readonly ReactNode[];
}

/** Said again, because browsers may forget what a table is when its rows stand one by one. */
const ROLES = { table: "table", head: "rowgroup", row: "row", name: "columnheader", cell: "cell" } as const;

/** Text in cells may mark `code` and links. On small screens each row stands by itself, its cells named. */
export function Table({
  caption,
  head,
  rows,
}: {
  caption: string;
  head: readonly string[];
  rows: readonly Row[];
}) {
  return (
    <table className="govuk-table app-docs-table" role={ROLES.table}>
      <caption className="govuk-table__caption govuk-table__caption--s">{caption}</caption>
      <thead className="govuk-table__head" role={ROLES.head}>
        <tr className="govuk-table__row" role={ROLES.row}>
          {head.map((name) => (
            <th key={name} scope="col" className="govuk-table__header" role={ROLES.name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="govuk-table__body" role={ROLES.head}>
        {rows.map(({ key, cells }) => (
          <tr key={key} className="govuk-table__row" role={ROLES.row}>
            {cells.map((cell, index) => (
              <td key={head[index]} className="govuk-table__cell" role={ROLES.cell} data-name={head[index]}>
                {typeof cell === "string" ? <Words>{cell}</Words> : cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
