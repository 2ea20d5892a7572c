import { createElement, Fragment, type ReactNode } from "react";

const MARKED = /`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)/gu;

/** Text in which `code` and [links](/docs) are marked as in Markdown. */
export function Words({ children }: { children: string }) {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const { 0: whole, 1: code, 2: text, 3: href, index } of children.matchAll(MARKED)) {
    parts.push(children.slice(from, index));
    parts.push(
      code === undefined ? (
        <a className="govuk-link" href={href}>
          {text}
        </a>
      ) : (
        <code>{code}</code>
      ),
    );
    from = index + whole.length;
  }
  parts.push(children.slice(from));
  // As children written one by one: their places never change.
  return createElement(Fragment, null, ...parts);
}

/** A paragraph. */
export function P({ children }: { children: string }) {
  return (
    <p className="govuk-body">
      <Words>{children}</Words>
    </p>
  );
}

export function List({ items, ordered = false }: { items: readonly string[]; ordered?: boolean }) {
  const Element = ordered ? "ol" : "ul";
  return (
    <Element className={`govuk-list govuk-list--${ordered ? "number" : "bullet"}`}>
      {items.map((item) => (
        <li key={item}>
          <Words>{item}</Words>
        </li>
      ))}
    </Element>
  );
}

/** A heading that can be linked to, and what stands under it. */
export function Section({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="govuk-heading-m app-docs__heading">
        {heading}
      </h2>
      {children}
    </section>
  );
}
