import type { ReactNode } from "react";

type Look = "primary" | "secondary" | "warning";

function classOf(look: Look): string {
  return look === "primary" ? "govuk-button" : `govuk-button govuk-button--${look}`;
}

/** Sends the form that it stands in; with a name, also that it was this button. */
export function Button({
  id,
  name,
  look = "primary",
  children,
}: {
  id?: string;
  name?: string;
  look?: Look;
  children: ReactNode;
}) {
  return (
    <button
      type="submit"
      className={classOf(look)}
      {...(id !== undefined && { id })}
      {...(name !== undefined && { name, value: "on" })}
    >
      {children}
    </button>
  );
}

/** A link that is the page's one way on. */
export function ButtonLink({ id, href, children }: { id?: string; href: string; children: ReactNode }) {
  return (
    <a href={href} className={classOf("primary")} draggable={false} {...(id !== undefined && { id })}>
      {children}
    </a>
  );
}
