import { otherLanguage, wordsIn, type Language } from "@/messages";

/** On every page of a service that is not live, in both languages, the payer's first. */
export function TestBanner({ language }: { language: Language }) {
  return (
    <aside className="app-test-banner" aria-label={wordsIn(language)("page.testTag")}>
      <div className="govuk-width-container app-test-banner__row">
        {[language, otherLanguage(language)].map((each) => (
          <p key={each} lang={each} className="app-test-banner__text">
            <strong className="app-test-banner__tag">{wordsIn(each)("page.testTag")}</strong>{" "}
            {wordsIn(each)("page.testNotice")}
          </p>
        ))}
      </div>
    </aside>
  );
}
