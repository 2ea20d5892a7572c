import { startOfDay } from "./start-of-day";
import type { Problem } from "./flash";

export interface Days {
  readonly from?: Date;
  /** Before when: the last day itself is meant too. */
  readonly before?: Date;
  readonly problems: readonly Problem[];
}

/** Reads the days `from` and `to` out of an address. What is wrong is told, and left out. */
export function readDays({ from = "", to = "" }: Readonly<Record<string, string>>): Days {
  const [begin, end, before] = [dayAt(from), dayAt(to), dayAt(to, 1)];
  const problems: Problem[] = [];
  if (from !== "" && !begin) problems.push({ field: "from", text: "Enter a real date to begin with." });
  if (to !== "" && !end) problems.push({ field: "to", text: "Enter a real date to end with." });
  if (begin && end && begin > end)
    problems.push({ field: "to", text: "Enter an end that is not before the beginning." });
  return { ...(begin && { from: begin }), ...(before && { before }), problems };
}

function dayAt(day: string, later = 0): Date | undefined {
  return day === "" ? undefined : startOfDay(day, later);
}
