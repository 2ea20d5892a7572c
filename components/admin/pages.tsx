/** Which part of a list this is, and the way to the others; the address keeps the filters. */
export function Pages({
  page,
  displaySize,
  total,
  hrefOf,
}: {
  page: number;
  displaySize: number;
  total: number;
  hrefOf: (page: number) => string;
}) {
  const last = Math.max(1, Math.ceil(total / displaySize));
  if (last === 1) return null;
  return (
    <nav className="app-pages" aria-label="Pages">
      {page > 1 && (
        <a className="govuk-link" rel="prev" href={hrefOf(page - 1)}>
          Previous page
        </a>
      )}
      <span>
        Page {page} of {last}
      </span>
      {page < last && (
        <a className="govuk-link" rel="next" href={hrefOf(page + 1)}>
          Next page
        </a>
      )}
    </nav>
  );
}
