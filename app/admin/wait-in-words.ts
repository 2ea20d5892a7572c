/** A number of seconds as people say it. */
export function inWords(seconds: number | string | undefined): string {
  const whole = Number(seconds ?? 60);
  if (whole < 60) return whole === 1 ? "1 second" : `${whole} seconds`;
  const minutes = Math.ceil(whole / 60);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}
