import type { Translate } from "@/messages";
import { Mark, Padlock } from "./mark";
import type { PageOwner } from "./service-name";

/** The public body's service leads; we stay in the background. */
export function PageHeader({ t, owner }: { t: Translate; owner: PageOwner | undefined }) {
  return (
    <header className="app-header">
      <div className="govuk-width-container app-header__row">
        {owner ? (
          <p className="app-header__owner">
            <span className="app-header__service">{owner.name}</span>
            <span className="app-header__organisation">{owner.organisation}</span>
          </p>
        ) : (
          // Each page is a document of its own: nothing for a client-side link to keep.
          // oxlint-disable-next-line next/no-html-link-for-pages
          <a className="app-header__home" href="/" aria-label={t("page.home")}>
            <Mark />
            <span className="app-header__service">Exchequer</span>
          </a>
        )}
        {owner && (
          <p className="app-header__secure">
            <Padlock />
            {t("page.secure")}
          </p>
        )}
      </div>
    </header>
  );
}
