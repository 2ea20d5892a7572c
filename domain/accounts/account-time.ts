import type { Account } from "../caller";

/**
 * What time it is for an account: the real one, or ahead of it where staff have moved a not-live account's test
 * clock. Every rule about a payment, and every job, goes by this time.
 */
export function accountTime({ clockAheadSeconds }: Pick<Account, "clockAheadSeconds">, now: Date): Date {
  return clockAheadSeconds === 0 ? now : new Date(now.getTime() + clockAheadSeconds * 1000);
}
