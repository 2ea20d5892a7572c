/** An expected "no", as a value. What it costs the caller is the endpoint's business (contract/operations.ts). */
export interface Refused<Reason extends string = string> {
  readonly refused: Reason;
  /** Fills `{name}` in the endpoint's words. */
  readonly details: Readonly<Record<string, string | number>>;
}

export function refused<const Reason extends string>(
  reason: Reason,
  details: Readonly<Record<string, string | number>> = {},
): Refused<Reason> {
  return { refused: reason, details };
}

export function isRefused<T>(outcome: T): outcome is Extract<T, Refused> {
  return typeof outcome === "object" && outcome !== null && "refused" in outcome;
}
