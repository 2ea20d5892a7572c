import type { ReactNode } from "react";
import { Words } from "./words";

interface Row {
  key: string;
  cells: readonly ReactNode[];
}

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
    <table className="govuk-table app-docs-table">
      <caption className="govuk-table__caption govuk-table__caption--s">{caption}</caption>
      <thead className="govuk-table__head">
        <tr className="govuk-table__row">
          {head.map((name) => (
            <th key={name} scope="col" className="govuk-table__header">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="govuk-table__body">
        {rows.map(({ key, cells }) => (
          <tr key={key} className="govuk-table__row">
            {cells.map((cell, index) => (
              <td key={head[index]} className="govuk-table__cell">
                {typeof cell === "string" ? <Words>{cell}</Words> : cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
