import { wordsIn, type Language } from "@/messages";
import { Mark } from "./mark";
import type { PageOwner } from "./service-name";

const LINKS = ["privacy", "cookies", "accessibility"] as const;

export function PageFooter({
  languages,
  owner,
}: {
  languages: readonly Language[];
  owner: PageOwner | undefined;
}) {
  return (
    <footer className="app-footer">
      <div className="govuk-width-container app-footer__row">
        <div>
          {owner && (
            <p className="app-footer__owner">
              <strong>{owner.name}</strong>
              <span>{owner.organisation}</span>
            </p>
          )}
          {languages.map((language) => (
            <HelpLinks key={language} language={language} />
          ))}
        </div>
        <p className="app-footer__mark">
          <Mark />
          <span>
            {languages.map((language) => (
              <span key={language} lang={language} className="app-line">
                {wordsIn(language)("page.runBy")}
              </span>
            ))}
          </span>
        </p>
      </div>
    </footer>
  );
}

function HelpLinks({ language }: { language: Language }) {
  const t = wordsIn(language);
  return (
    <nav aria-label={t("page.footer")} lang={language}>
      <ul className="app-footer__links">
        {LINKS.map((page) => (
          <li key={page}>
            <a className="app-footer__link" href={`/help/${page}?lang=${language}`}>
              {t(`page.${page}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
