"use client";

import { ErrorSummary } from "../error-summary";

/** What is wrong with a form that was sent back; each entry leads to its input. */
export function ProblemSummary({
  problems,
}: {
  problems: readonly { readonly field: string; readonly text: string }[];
}) {
  return (
    <ErrorSummary
      title="There is a problem"
      entries={problems.map(({ field, text }) => ({ inputId: field, text }))}
    />
  );
}
