/** Browsers keep no more of what is told once (flash.ts); and nobody mends more at a time. */
const FAULTS = 10;
const CHARACTERS = 200;

/** As many of a table's faults as a page can tell, each in a sentence that is not too long. */
export function faultsToTell(faults: readonly string[]): string[] {
  const told = faults.slice(0, FAULTS).map((fault) => {
    const sentence = `${fault.slice(0, 1).toUpperCase()}${fault.slice(1)}`;
    return sentence.length > CHARACTERS ? `${sentence.slice(0, CHARACTERS - 1)}…` : sentence;
  });
  return faults.length > FAULTS ? [...told, "There are more faults after these."] : told;
}
