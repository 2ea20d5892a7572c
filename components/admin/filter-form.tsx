import type { ReactNode } from "react";
import { Button } from "../button";
import { Details } from "../details";

/** What a list can be narrowed down by. The filters stand in the address, so that a list can be kept and sent on. */
export function FilterForm({
  name,
  here,
  button,
  more,
  children,
}: {
  name: string;
  here: string;
  button: string;
  /** What is asked for less often, folded up unless some of it is in use. */
  more?: { readonly children: ReactNode; readonly inUse: boolean };
  children: ReactNode;
}) {
  return (
    <search>
      <form method="get" action={here} className="app-filters" aria-label={name}>
        <div className="app-filters__fields">{children}</div>
        {more && (
          <Details summary="More filters" open={more.inUse}>
            <div className="app-filters__fields">{more.children}</div>
          </Details>
        )}
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
