/**
 * When something is being claimed: now, for a run's own moment may be a minute old by its last round
 * (run-due-work.ts), and a lease that is over before it begins protects nothing. Later than now on a test clock.
 */
export function momentOfClaim(now: Date): Date {
  return new Date(Math.max(now.getTime(), Date.now()));
}
