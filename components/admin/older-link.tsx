/** The way to what came before, in lists that nobody counts. */
export function OlderLink({ name, href }: { name: string; href: string }) {
  return (
    <nav className="app-pages" aria-label="Pages">
      <a className="govuk-link" rel="next" href={href}>
        {name}
      </a>
    </nav>
  );
}
