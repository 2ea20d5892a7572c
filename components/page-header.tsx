import type { Translate } from "@/messages";
import { Mark, Padlock } from "./mark";
import type { PageOwner } from "./service-name";

/** The public body's service leads; we stay in the background. */
export function PageHeader({ t, owner }: { t: Translate; owner: PageOwner | undefined }) {
  return (
    <header className="app-header">
      <div className="govuk-width-container app-header__row">
        {owner ? (
          <div className="app-header__whose">
            {owner.logo && <Logo logo={owner.logo} />}
            <p className="app-header__owner">
              <span className="app-header__service">{owner.name}</span>
              <span className="app-header__organisation">{owner.organisation}</span>
            </p>
          </div>
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

/** Beside the service's name in words, so it says nothing of its own. */
function Logo({ logo: { address, width, height } }: { logo: NonNullable<PageOwner["logo"]> }) {
  // The picture is ready as it is, and kept by browsers: Next.js's own loader has nothing to add.
  // oxlint-disable-next-line next/no-img-element
  return <img className="app-header__logo" src={address} width={width} height={height} alt="" />;
}
