/** What stands in a cell, and what is known beside it below. */
export function TwoLines({ first, second }: { first: string; second: string | undefined }) {
  return (
    <>
      {first}
      {second !== undefined && <span className="app-table__second">{second}</span>}
    </>
  );
}
