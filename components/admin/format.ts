const ZONE = { timeZone: "Europe/London" } as const;
const TO_THE_MINUTE = {
  ...ZONE,
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
} as const;

const WHOLE = new Intl.DateTimeFormat("en-GB", {
  ...TO_THE_MINUTE,
  month: "long",
  second: "2-digit",
  timeZoneName: "short",
});
const LISTED = new Intl.DateTimeFormat("en-GB", TO_THE_MINUTE);
const LOGGED = new Intl.DateTimeFormat("en-GB", { ...TO_THE_MINUTE, second: "2-digit" });
const CLOCK = new Intl.DateTimeFormat("en-GB", {
  ...ZONE,
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});
const DAY = new Intl.DateTimeFormat("en-GB", { ...ZONE, dateStyle: "long" });
const MONTH = new Intl.DateTimeFormat("en-GB", { ...ZONE, month: "long", year: "numeric" });
const WEEKDAY = new Intl.DateTimeFormat("en-GB", { ...ZONE, dateStyle: "full" });

/** A moment as staff see it, to the second, in the United Kingdom: 1 March 2026 at 15:05:09 GMT. */
export function formatMoment(moment: Date): string {
  return WHOLE.format(moment);
}

/** The same in a list, to the minute: 1 Mar 2026, 15:05. */
export function formatListed(moment: Date): string {
  return LISTED.format(moment);
}

/** The same in a log, to the second: 1 Mar 2026, 15:05:09. */
export function formatLogged(moment: Date): string {
  return LOGGED.format(moment);
}

/** The time of day in the United Kingdom, to the second: 15:05:09. */
export function formatClock(moment: Date): string {
  return CLOCK.format(moment);
}

/** The day in the United Kingdom that a moment is on: Sunday, 1 March 2026. */
export function formatWeekday(moment: Date): string {
  return WEEKDAY.format(moment);
}

/** A day that is stored as YYYY-MM-DD: 1 March 2026. */
export function formatDate(day: string): string {
  // Noon is on the same day there and by UTC.
  return DAY.format(new Date(`${day}T12:00:00Z`));
}

/** A month that is stored as YYYY-MM: March 2026. */
export function formatMonth(month: string): string {
  return MONTH.format(new Date(`${month}-15T12:00:00Z`));
}

/** An amount as it is typed into a form: 14.50. */
export function asPounds(pence: number): string {
  return (pence / 100).toFixed(2);
}
