/** How far the buttons of the test clock go. */
export const CLOCK_STEPS = [
  { hours: 1, name: "1 hour forward" },
  { hours: 24, name: "1 day forward" },
  { hours: 120, name: "5 days forward" },
  { hours: 168, name: "7 days forward" },
] as const;

/** Reads hours as people type them. @returns seconds, or undefined for what is no number of hours. */
export function readHours(text: string): number | undefined {
  if (!/^\d{1,6}(?:\.\d{1,4})?$/u.test(text)) return undefined;
  const seconds = Math.round(Number(text) * 3600);
  return seconds > 0 ? seconds : undefined;
}
