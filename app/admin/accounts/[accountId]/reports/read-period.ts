import type { Period } from "@/domain/reports/report-period";
import type { Problem } from "../../../flash";
import { startOfDay } from "../../../start-of-day";

const DAY_MILLISECONDS = 86_400_000;
/** Up to so many days are shown day by day, longer periods by months. */
const DAYS_SHOWN_AS_DAYS = 62;
const LONGEST_DAYS = 731;

export interface ReadPeriod {
  readonly period: Period;
  /** As the form shows it: the last day is meant too. */
  readonly values: { readonly from: string; readonly to: string };
  readonly problems: readonly Problem[];
}

/** Reads a period's days out of an address. Where they are missing or wrong it is this month so far. */
export function readPeriod(
  { from: asked = "", to: until = "" }: Readonly<Record<string, string>>,
  today: string,
): ReadPeriod {
  const wrong = (field: "from" | "to", text: string): ReadPeriod => ({
    ...periodOf(`${today.slice(0, 7)}-01`, today),
    values: { from: asked, to: until },
    problems: [{ field, text }],
  });
  if (asked === "" && until === "") return periodOf(`${today.slice(0, 7)}-01`, today);
  const [from, to] = [asked, until === "" ? today : until];
  if (!startOfDay(from)) return wrong("from", "Enter a real date to begin with.");
  if (!startOfDay(to)) return wrong("to", "Enter a real date to end with.");
  if (from > to) return wrong("to", "Enter an end that is not before the beginning.");
  if (lengthOf(from, to) > LONGEST_DAYS) return wrong("to", "Enter a period of two years or less.");
  return periodOf(from, to);
}

function periodOf(from: string, to: string): ReadPeriod {
  const toDay = new Date(Date.parse(to) + DAY_MILLISECONDS).toISOString().slice(0, 10);
  const [begin, end] = [startOfDay(from), startOfDay(to, 1)];
  if (!begin || !end) throw new Error(`No period begins on ${from} and ends on ${to}`);
  const by = lengthOf(from, to) > DAYS_SHOWN_AS_DAYS ? "month" : "day";
  return { period: { from: begin, to: end, fromDay: from, toDay, by }, values: { from, to }, problems: [] };
}

function lengthOf(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS + 1;
}

/** The first and last day of the month that is so many before a day's. */
export function monthBefore(day: string, months: number): { from: string; to: string } {
  const [year = 0, month = 0] = day.split("-").map(Number);
  const dayAt = (at: number, date: number) => new Date(Date.UTC(year, at, date)).toISOString().slice(0, 10);
  return { from: dayAt(month - 1 - months, 1), to: dayAt(month - months, 0) };
}
