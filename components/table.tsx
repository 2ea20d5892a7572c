import type { ReactNode } from "react";

/** What stands above a column: its name, and what stands in it, where that is neither text nor of any width. */
export type Column =
  | string
  | { readonly name: string; readonly holds: "figures" | "moments" | "names" | "words" };

export interface Row {
  readonly key: string;
  readonly cells: readonly ReactNode[];
}

export interface TableProps {
  readonly caption: string;
  readonly head: readonly Column[];
  readonly rows: readonly Row[];
}

/** Said again, because browsers may forget what a table is when its rows stand one by one. */
const ROLES = { table: "table", group: "rowgroup", row: "row", name: "columnheader", cell: "cell" } as const;

/** A table; on small screens each row stands by itself, its cells named. */
export function Table({ caption, head, rows }: TableProps) {
  const columns = head.map((column) =>
    typeof column === "string"
      ? { name: column, look: "" }
      : { name: column.name, look: ` app-table__${column.holds}` },
  );
  return (
    <table className="govuk-table app-table" role={ROLES.table}>
      <caption className="govuk-table__caption govuk-table__caption--s">{caption}</caption>
      <thead className="govuk-table__head" role={ROLES.group}>
        <tr className="govuk-table__row" role={ROLES.row}>
          {columns.map(({ name, look }) => (
            <th key={name} scope="col" className={`govuk-table__header${look}`} role={ROLES.name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="govuk-table__body" role={ROLES.group}>
        {rows.map(({ key, cells }) => (
          <tr key={key} className="govuk-table__row" role={ROLES.row}>
            {columns.map(({ name, look }, index) => (
              <td key={name} className={`govuk-table__cell${look}`} role={ROLES.cell} data-name={name}>
                {cells[index]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A column of dates and times, each in one line. */
export function moments(name: string): Column {
  return { name, holds: "moments" };
}

/** A column of amounts or counts, the last digits below one another. */
export function figures(name: string): Column {
  return { name, holds: "figures" };
}

/** A column of addresses, IDs and the like: long words, which are hard to read where they are broken. */
export function names(name: string): Column {
  return { name, holds: "names" };
}

/** A column of a few short words, which stay on their line. */
export function words(name: string): Column {
  return { name, holds: "words" };
}
