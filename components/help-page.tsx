import type { ReactNode } from "react";
import { otherLanguage, wordsIn, type Language } from "@/messages";
import { PageTemplate } from "./page-template";

const LANGUAGE_NAMES = { en: "English", cy: "Cymraeg" } as const;

interface Props {
  page: "privacy" | "cookies" | "accessibility";
  language: Language;
  children: ReactNode;
}

/** A page of plain text, with the way to its other language. */
export function HelpPage({ page, language, children }: Props) {
  const t = wordsIn(language);
  const title = t(`help.${page}.title`);
  const other = otherLanguage(language);
  return (
    <PageTemplate language={language} title={t("page.titleWithService", { title, service: "Exchequer" })}>
      <article className="app-text">
        <p className="govuk-body">
          <a className="govuk-link" href={`/help/${page}?lang=${other}`} lang={other} hrefLang={other}>
            {LANGUAGE_NAMES[other]}
          </a>
        </p>
        <h1 className="govuk-heading-l">{title}</h1>
        {children}
      </article>
    </PageTemplate>
  );
}

/** A heading and the paragraph under it. */
export function Passage({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <>
      <h2 className="govuk-heading-m">{heading}</h2>
      <p className="govuk-body">{children}</p>
    </>
  );
}
