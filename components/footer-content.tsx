import { wordsIn, type Language } from "@/messages";
import { Mark } from "./mark";

const LINKS = ["privacy", "cookies", "accessibility"] as const;

export interface FooterFacts {
  languages: readonly Language[];
  /** Whose page it is, where it is a service's. */
  owner: { name: string; organisation: string } | undefined;
}

/** What stands in the footer: whose page it is, who made it, and where to read about it. */
export function FooterContent({ languages, owner }: FooterFacts) {
  return (
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
