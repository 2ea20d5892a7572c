const DAY_AND_TIME = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZone: "Europe/London",
  timeZoneName: "short",
});

/** A moment as staff see it, to the second, in the United Kingdom: 1 March 2026 at 15:05:09 GMT. */
export function formatMoment(moment: Date): string {
  return DAY_AND_TIME.format(moment);
}

/** An amount as it is typed into a form: 14.50. */
export function asPounds(pence: number): string {
  return (pence / 100).toFixed(2);
}
