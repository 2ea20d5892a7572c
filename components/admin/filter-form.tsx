import type { ReactNode } from "react";
import { Button } from "../button";

/** What a list can be narrowed down by. The filters stand in the address, so that a list can be kept and sent on. */
export function FilterForm({
  name,
  here,
  button,
  children,
}: {
  name: string;
  here: string;
  button: string;
  children: ReactNode;
}) {
  return (
    <search>
      <form method="get" action={here} className="app-filters" aria-label={name}>
        <div className="app-filters__fields">{children}</div>
        <div className="govuk-button-group">
          <Button>{button}</Button>
          <a className="govuk-link" href={here}>
            Clear filters
          </a>
        </div>
      </form>
    </search>
  );
}
