"use client";

import { Fault } from "@/components/fault";
import "@/components/style/index.scss";
import { FAULT_WORDS } from "@/messages/faults";

const LANGUAGES = ["en", "cy"] as const;

/** The last resort when a page itself fails: stands alone, in both languages. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en" className="govuk-template">
      <body className="govuk-template__body app-body">
        <title>{LANGUAGES.map((language) => FAULT_WORDS[language].title).join(" / ")}</title>
        <header className="app-header">
          <div className="govuk-width-container app-header__row">
            {/* A full load: nothing of the failed page is worth keeping. */}
            {/* oxlint-disable-next-line next/no-html-link-for-pages */}
            <a className="app-header__home app-header__service" href="/">
              Exchequer
            </a>
          </div>
        </header>
        <div className="govuk-width-container app-content">
          <main className="govuk-main-wrapper app-both" id="main-content">
            {LANGUAGES.map((language, index) => {
              const Heading = index === 0 ? "h1" : "h2";
              return (
                <section key={language} lang={language} className="app-both__language">
                  <Heading className="govuk-heading-l">{FAULT_WORDS[language].title}</Heading>
                  <Fault language={language} reference={error.digest ?? null} />
                </section>
              );
            })}
          </main>
        </div>
      </body>
    </html>
  );
}
