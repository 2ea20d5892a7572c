import type { ReactNode } from "react";

/** Something to know before going on. */
export function Inset({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="govuk-inset-text app-inset">
      <p className="app-inset__title">{title}</p>
      {children}
    </div>
  );
}
