import type { ReactNode } from "react";
import { LANGUAGES, wordsIn, type Language } from "@/messages";
import { PageTemplate } from "./page-template";

interface Words {
  title: string;
  children: ReactNode;
}

/** A page for a reader whose language is not known: English and Welsh side by side, under one heading. */
export function BothLanguages({ say }: { say: (language: Language) => Words }) {
  const both = LANGUAGES.map((language) => ({ language, words: say(language) }));
  return (
    <PageTemplate language="both" title={[...new Set(both.map(({ words }) => words.title))].join(" / ")}>
      <div className="app-both">
        {both.map(({ language, words: { title, children } }, index) => {
          const Heading = index === 0 ? "h1" : "h2";
          return (
            <section
              key={language}
              lang={language}
              className="app-both__language"
              aria-labelledby={`title-${language}`}
            >
              <Heading id={`title-${language}`} className="govuk-heading-l">
                {title}
              </Heading>
              {children}
            </section>
          );
        })}
      </div>
    </PageTemplate>
  );
}

/** A page that says why there is nothing to see here, and what to do instead. */
export function NoEntry({ page, reference }: { page: NoEntryPage; reference: string | null }) {
  return (
    <BothLanguages
      say={(language) => {
        const t = wordsIn(language);
        return {
          title: t(`noEntry.${page}.title`),
          children: (
            <>
              <p className="govuk-body">{t(`noEntry.${page}.why`)}</p>
              <p className="govuk-body app-both__next">{t(`noEntry.${page}.next`)}</p>
              {reference !== null && (
                <p className="govuk-body app-both__reference">{t("noEntry.reference", { reference })}</p>
              )}
            </>
          ),
        };
      }}
    />
  );
}

export type NoEntryPage = "linkProblem" | "sessionProblem" | "notFound";
