/** What stands in a cell, and below it what is known beside; of either there may be nothing. */
export function TwoLines({ both }: { both: readonly [string | null, string | null] }) {
  const [first, second] = both.filter((each) => each !== null);
  return (
    <>
      {first ?? "–"}
      {second !== undefined && <span className="app-table__second">{second}</span>}
    </>
  );
}
