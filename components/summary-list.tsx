import type { ReactNode } from "react";

export interface SummaryRow {
  key: string;
  value: ReactNode;
  /** The sum of the rows above. */
  total?: boolean;
}

/** Facts as pairs of a name and a value. */
export function SummaryList({ rows }: { rows: readonly SummaryRow[] }) {
  return (
    <dl className="govuk-summary-list app-summary-list">
      {rows.map(({ key, value, total }) => (
        <div
          key={key}
          className={total ? "govuk-summary-list__row app-summary-list__total" : "govuk-summary-list__row"}
        >
          <dt className="govuk-summary-list__key">{key}</dt>
          <dd className="govuk-summary-list__value">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
