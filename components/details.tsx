import type { ReactNode } from "react";

/** More to read for those who want it; the browser opens and closes it. */
export function Details({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="govuk-details">
      <summary className="govuk-details__summary">
        <span className="govuk-details__summary-text">{summary}</span>
      </summary>
      <div className="govuk-details__text">{children}</div>
    </details>
  );
}
