const ZONE = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  hour: "2-digit",
  hourCycle: "h23",
});

/**
 * When a day begins in the United Kingdom.
 *
 * @param day as YYYY-MM-DD. @param later how many days after it. @returns undefined for a day that there is not.
 */
export function startOfDay(day: string, later = 0): Date | undefined {
  const [, year = "", month = "", date = ""] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(day) ?? [];
  const asked = Date.UTC(Number(year), Number(month) - 1, Number(date));
  if (year < "1900" || new Date(asked).toISOString().slice(0, 10) !== day) return undefined;
  const midnight = new Date(asked + later * 86_400_000);
  // In summer it is one o'clock there when it is midnight by UTC.
  const hour = Number(ZONE.format(midnight));
  return new Date(midnight.getTime() - hour * 3_600_000);
}
