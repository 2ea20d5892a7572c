import { stripVTControlCharacters } from "node:util";
import { log, withoutParameters } from "@/domain/log";

/**
 * What Next.js and others say on the console about faults goes into the log, as everything else does: as JSON, and
 * without the values of a query that failed, which are people's names and addresses.
 */
export function logFaults(): void {
  Object.assign(console, {
    error: (...said: unknown[]) => log.error(entryOf(said), wordsOf(said)),
    warn: (...said: unknown[]) => log.warn(entryOf(said), wordsOf(said)),
  });
}

function entryOf(said: readonly unknown[]): object {
  const err = said.find((each) => each instanceof Error);
  return err ? { err } : {};
}

/** Of anything but texts only the kind: nobody knows what is in it. */
function wordsOf(said: readonly unknown[]): string {
  const words = said
    .filter((each) => !(each instanceof Error))
    .map((each) => (typeof each === "string" ? each : `[${typeof each}]`));
  return withoutParameters(stripVTControlCharacters(words.join(" "))).trim();
}
