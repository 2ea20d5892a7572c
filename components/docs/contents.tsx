import { addressOf, OPERATIONS, TAGS } from "./description";

/** The pages that tell how something is done, in the order in which one needs them. */
export const GUIDES = {
  "/docs": "About this service",
  "/docs/quick-start": "Quick start",
  "/docs/taking-payments": "Taking payments",
  "/docs/telephone-orders": "Telephone orders",
  "/docs/recurring-payments": "Recurring payments",
  "/docs/refunds": "Refunds and disputes",
  "/docs/webhooks": "Webhooks",
  "/docs/errors": "Errors and retrying",
  "/docs/test-cards": "Test cards",
  "/docs/going-live": "Going live",
} as const;
export type GuidePath = keyof typeof GUIDES;

const REFERENCE = { "/docs/api": "How the API works", "/docs/api/objects": "Objects" } as const;

/** Where to find what: beside the page on large screens, folded up above it on small ones. */
export function Contents({ current }: { current: string }) {
  return (
    <>
      <details className="govuk-details app-docs__menu">
        <summary className="govuk-details__summary">
          <span className="govuk-details__summary-text">Contents of the documentation</span>
        </summary>
        <nav aria-label="Documentation">
          <Lists current={current} />
        </nav>
      </details>
      <nav className="app-docs__contents" aria-label="Documentation">
        <Lists current={current} />
      </nav>
    </>
  );
}

function Lists({ current }: { current: string }) {
  return (
    <>
      <Group heading="How to" pages={Object.entries(GUIDES)} current={current} />
      <Group heading="API reference" pages={Object.entries(REFERENCE)} current={current} />
      {TAGS.map(({ name }) => (
        <Group
          key={name}
          heading={name[0]?.toUpperCase() + name.slice(1)}
          current={current}
          pages={OPERATIONS.filter(({ tags }) => tags[0] === name).map((operation) => [
            addressOf(operation),
            operation.summary,
          ])}
        />
      ))}
    </>
  );
}

function Group({
  heading,
  pages,
  current,
}: {
  heading: string;
  pages: readonly (readonly [href: string, title: string])[];
  current: string;
}) {
  return (
    <>
      <p className="app-docs__group">{heading}</p>
      <ul className="app-docs__pages">
        {pages.map(([href, title]) => (
          <li key={href}>
            <a className="app-docs__page" href={href} aria-current={href === current ? "page" : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
