const POUNDS = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });
const CLOCK = new Intl.DateTimeFormat("en-GB", {
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
  timeZone: "Europe/London",
});

/** An amount of pence as both languages write it: £1,234.56. */
export function formatPounds(pence: number): string {
  return POUNDS.format(pence / 100);
}

/** A time of day in the United Kingdom, as both languages write it: 3:05pm. */
export function formatTime(moment: Date): string {
  const parts = Object.fromEntries(CLOCK.formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${Number(parts.hour) || 12}:${parts.minute}${parts.dayPeriod?.toLowerCase()}`;
}

/** A day in the United Kingdom: 1 March 2026, 1 Mawrth 2026. */
export function formatDay(moment: Date, language: "en" | "cy"): string {
  const locale = language === "en" ? "en-GB" : "cy";
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "Europe/London" }).format(moment);
}
