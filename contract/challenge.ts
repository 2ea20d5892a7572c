/** How a payer's browser is handed to their bank's page. */
export type Challenge =
  | { via: "redirect"; url: string }
  | { via: "post"; url: string; fields: Readonly<Record<string, string>> };

/** A bank's page that waits for the payer, with what the PSP wants back to go on (a cookie, a transaction). */
export interface StoredChallenge {
  challenge: Challenge;
  session: Readonly<Record<string, string>>;
  /** Where its card's tries are counted, should the bank decline at last; the number itself is gone by then. */
  counters?: CardCounters;
}

/** By what the tries of a card are counted; each a keyed hash, from which nobody can tell the card or its payer. */
export type CardCounters = Readonly<Partial<Record<"address" | "card" | "issuer", string>>>;
