import type { ReactNode } from "react";
import { LANGUAGES, wordsIn, type Language } from "@/messages";
import { PageFooter } from "./page-footer";
import { PageHeader } from "./page-header";
import { ServiceColours } from "./service-colours";
import type { PageOwner } from "./service-name";
import { TestBanner } from "./test-banner";

interface Props {
  /** Both, where the reader's is not known. */
  language: Language | "both";
  /** Exactly what the browser's tab says. */
  title: string;
  owner?: PageOwner | undefined;
  /** Where else to go, before the page's own content and not part of it. */
  beside?: ReactNode;
  children: ReactNode;
}

/** The whole document around one page's content. */
export function PageTemplate({ language, title, owner, beside, children }: Props) {
  const languages = language === "both" ? LANGUAGES : [language];
  const main = languages[0] ?? "en";
  return (
    <html lang={main} className="govuk-template">
      {/* A document of our own, where next/head has no part. */}
      {/* oxlint-disable-next-line next/no-head-element */}
      <head>{owner && <ServiceColours {...owner.colours} />}</head>
      <body className="govuk-template__body app-body">
        {/* React moves these to the head. */}
        <title>{title}</title>
        <meta name="color-scheme" content="light only" />
        <meta name="theme-color" content={owner?.colours.bannerColour ?? "#0d3b47"} />
        <meta name="format-detection" content="telephone=no" />
        {languages.map((each) => (
          <a key={each} href="#main-content" className="govuk-skip-link" lang={each}>
            {wordsIn(each)("page.skip")}
          </a>
        ))}
        <PageHeader t={wordsIn(main)} owner={owner} />
        {owner && !owner.live && <TestBanner language={main} />}
        <div className="govuk-width-container app-content">
          {beside}
          <main className="govuk-main-wrapper" id="main-content" tabIndex={-1}>
            {children}
          </main>
        </div>
        <PageFooter
          languages={languages}
          owner={owner && { name: owner.name, organisation: owner.organisation }}
        />
      </body>
    </html>
  );
}
