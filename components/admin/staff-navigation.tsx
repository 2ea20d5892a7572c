/** Where else to go, in groups of what belongs together. */
export interface LinkGroup {
  readonly name: string;
  readonly links: readonly PageLink[];
}

export interface PageLink {
  readonly name: string;
  readonly href: string;
  readonly current: boolean;
}

const NAME = "This service";

/** The pages of a service, folded up: on screens that have no room beside the page. */
export function FoldedNavigation({ groups }: { groups: readonly LinkGroup[] }) {
  const here = groups.flatMap(({ links }) => links).find(({ current }) => current);
  return (
    <details className="app-menu">
      <summary className="app-menu__summary">Menu{here && `: ${here.name}`}</summary>
      <nav aria-label={NAME}>
        <Groups groups={groups} />
      </nav>
    </details>
  );
}

/** The same beside the page, where there is room; of the two one is seen and heard. */
export function SideNavigation({ groups }: { groups: readonly LinkGroup[] }) {
  if (groups.length === 0) return null;
  return (
    <nav className="app-side-menu" aria-label={NAME}>
      <Groups groups={groups} />
    </nav>
  );
}

function Groups({ groups }: { groups: readonly LinkGroup[] }) {
  return groups.map(({ name, links }) => (
    <div key={name} className="app-group">
      <p className="app-group__name">{name}</p>
      <ul className="app-group__links">
        {links.map((link) => (
          <li key={link.href}>
            <a className="app-group__link" href={link.href} {...(link.current && { "aria-current": "page" })}>
              {link.name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  ));
}
