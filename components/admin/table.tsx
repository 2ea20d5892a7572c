import type { ReactNode } from "react";

interface Row {
  readonly key: string;
  readonly cells: readonly ReactNode[];
}

/** Said again, because browsers may forget what a table is when its rows stand one by one. */
const ROLES = { table: "table", group: "rowgroup", row: "row", name: "columnheader", cell: "cell" } as const;

/** A table; on small screens each row stands by itself, its cells named. */
export function StaffTable({
  caption,
  head,
  rows,
}: {
  caption: string;
  head: readonly string[];
  rows: readonly Row[];
}) {
  return (
    <table className="govuk-table app-table" role={ROLES.table}>
      <caption className="govuk-table__caption govuk-table__caption--s">{caption}</caption>
      <thead className="govuk-table__head" role={ROLES.group}>
        <tr className="govuk-table__row" role={ROLES.row}>
          {head.map((name) => (
            <th key={name} scope="col" className="govuk-table__header" role={ROLES.name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="govuk-table__body" role={ROLES.group}>
        {rows.map(({ key, cells }) => (
          <tr key={key} className="govuk-table__row" role={ROLES.row}>
            {cells.map((cell, index) => (
              <td key={head[index]} className="govuk-table__cell" role={ROLES.cell} data-name={head[index]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
