import type { accounts } from "@/db/schema";

/** An account's row: its settings, limits and provider. */
export type Account = typeof accounts.$inferSelect;

/** A public body's system, known by its API key: addresses one account and nothing else. */
export interface ServiceCaller {
  readonly kind: "service";
  readonly account: Account;
  readonly apiKeyId: string;
}

/** The person paying, proven by the journey cookie for one payment. */
export interface PayerCaller {
  readonly kind: "payer";
  readonly address: string | null;
}

/** Time itself: expiry, captures and whatever else falls due. */
export interface ClockCaller {
  readonly kind: "clock";
}
