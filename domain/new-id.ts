import { ulid } from "ulid";

/** A new id for a payment, refund, agreement …: a ULID in lower case, unique and sorted by time (D7). */
export function newId(now: Date): string {
  return ulid(now.getTime()).toLowerCase();
}

/** Whether a text could be one of our ids; anything else need not be looked up (D4). */
export function isId(text: string): boolean {
  return /^[0-9a-hjkmnp-tv-z]{26}$/u.test(text);
}
