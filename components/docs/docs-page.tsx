import type { ReactNode } from "react";
import { PageTemplate } from "../page-template";
import { Contents, GUIDES, type GuidePath } from "./contents";

interface Props {
  path: string;
  title: string;
  children: ReactNode;
}

/**
 * A page of the documentation, in English. It is made on the server from the same description that /v1/openapi.json
 * publishes. Redoc, Scalar and Stoplight Elements were looked at and left: they show nothing without scripts, write
 * styles as they go (which our policy forbids) and weigh more than all our other pages together.
 */
export function DocsPage({ path, title, children }: Props) {
  return (
    <PageTemplate
      language="en"
      title={`${title} - Exchequer documentation`}
      beside={<Contents current={path} />}
    >
      <article className="app-docs__article">
        <h1 className="govuk-heading-l">{title}</h1>
        {children}
      </article>
    </PageTemplate>
  );
}

export function Guide({ path, children }: { path: GuidePath; children: ReactNode }) {
  return (
    <DocsPage path={path} title={GUIDES[path]}>
      {children}
    </DocsPage>
  );
}
