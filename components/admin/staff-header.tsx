import { Mark } from "../mark";
import { FoldedNavigation, type LinkGroup, type PageLink } from "./staff-navigation";

/** What the tool's header shows. */
export interface Navigation {
  /** The address of whoever is signed in. */
  readonly signedIn: string | undefined;
  /** The service at hand, which side of it, and the way to its sides. */
  readonly place?: {
    readonly service: string;
    readonly side: Side | undefined;
    readonly sides: readonly (PageLink & { readonly side: Side })[];
  };
  readonly groups: readonly LinkGroup[];
}

type Side = "test" | "live";

export function StaffHeader({ navigation, csrf }: { navigation: Navigation; csrf: string | undefined }) {
  const { signedIn, place, groups } = navigation;
  return (
    <>
      <header className="app-header">
        <div className="govuk-width-container app-header__row">
          {/* Each page is a document of its own: nothing for a client-side link to keep. */}
          {/* oxlint-disable-next-line next/no-html-link-for-pages */}
          <a className="app-header__home" href="/admin" aria-label="Exchequer, your services">
            <Mark />
            <span className="app-header__service">Exchequer</span>
          </a>
          {signedIn !== undefined && csrf !== undefined && (
            <div className="app-staff__you">
              <search>
                <form method="get" action="/admin/find" className="app-staff__find">
                  <label className="app-staff__find-label" htmlFor="find-anything">
                    ID or reference
                  </label>
                  <input
                    className="govuk-input app-staff__find-input"
                    id="find-anything"
                    name="q"
                    type="search"
                    autoComplete="off"
                    spellCheck={false}
                  />
                  <button type="submit" className="app-staff__link app-staff__find-button">
                    Find
                  </button>
                </form>
              </search>
              {/* oxlint-disable-next-line next/no-html-link-for-pages */}
              <a className="app-staff__link" href="/admin/your-account">
                {signedIn}
              </a>
              <form method="post" action="/admin/sign-out">
                <input type="hidden" name="csrf" value={csrf} />
                <button type="submit" className="app-staff__link app-staff__sign-out">
                  Sign out
                </button>
              </form>
            </div>
          )}
        </div>
      </header>
      {place && (
        <div
          className={place.side === "live" ? "app-staff__place app-staff__place--live" : "app-staff__place"}
        >
          <div className="govuk-width-container">
            <nav className="app-staff__service" aria-label="Sides of this service">
              <p className="app-staff__service-name">{place.service}</p>
              <ul className="app-staff__sides">
                {place.sides.map(({ side, name, href, current }) => (
                  <li key={href}>
                    <a
                      className={`app-staff__side app-staff__side--${side}`}
                      href={href}
                      {...(current && { "aria-current": "true" })}
                    >
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
            <FoldedNavigation groups={groups} />
          </div>
        </div>
      )}
    </>
  );
}
