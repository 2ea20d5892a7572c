import type { CardCounters } from "@/contract/challenge";
import { CARD_TESTING } from "@/contract/limits";
import type { Account } from "../caller";
import { isInside, networkOf } from "../network-of";
import { refused } from "../refused";
import { base32, macOf } from "../secrets";
import { raiseCardTestingAlert, type TestingKind } from "./card-testing-alert";
import { countDecline, countTry, type Threshold } from "./card-attempts";

/** A card that is tried, and by whom. */
export interface Attempt {
  readonly number: string;
  /** The payer's. None where a caller sends the card of a telephone order: its address is not the payer's. */
  readonly address: string | null;
}

/**
 * Whether a card may be put to the bank, or looks like one of many that somebody tries out (card testing).
 *
 * Counted per account (D33): by the payer's address, the card, its issuer and the account as a whole. Issuer and
 * account are judged by declines alone, since honest payers share them in any number. The account never refuses:
 * its breaker only makes the other thresholds stricter, so that an attack cannot close a service to everybody.
 *
 * @returns refused("tooManyTries", { waitSeconds }) while a delay is running.
 */
export async function admitCard(account: Account, attempt: Attempt, now: Date) {
  if (!isDefended(account)) return undefined;
  const whole = await countTry(bucketOf(account, "account", ""), CARD_TESTING.account, now);
  for (const [kind, bucket] of entriesOf(countersOf(account, attempt))) {
    const threshold = thresholdOf(kind, whole.until !== null);
    // A proxy that nobody told us of would seem to be one payer who never stops: it is judged by declines alone.
    const tries = kind === "address" && isInside(attempt.address) ? Infinity : threshold.tries;
    const counted = await countTry(bucket, { ...threshold, tries }, now);
    if (counted.until) return refused("tooManyTries", { waitSeconds: secondsUntil(counted.until, now) });
    if (counted.blocks) {
      const tried = { address: attempt.address, firstDigits: attempt.number.slice(0, 6) };
      await raiseCardTestingAlert(account, kind, tried, now);
    }
  }
  return undefined;
}

/** A card that was let through, in what may be known of it when its bank has answered. */
export interface TriedCard {
  readonly counters: CardCounters;
  /** None where the answer took a challenge: it is not kept for so long. */
  readonly address: string | null;
  readonly firstDigits: string | null;
}

/** The bank has declined a card that was let through. */
export async function noteDecline(account: Account, tried: TriedCard, now: Date): Promise<void> {
  if (!isDefended(account)) return;
  const onGuard = await countDecline(bucketOf(account, "account", ""), CARD_TESTING.account, now);
  if (onGuard) await raiseCardTestingAlert(account, "account", tried, now);
  for (const [kind, bucket] of entriesOf(tried.counters)) {
    const blocked = await countDecline(bucket, thresholdOf(kind, onGuard), now);
    if (blocked) await raiseCardTestingAlert(account, kind, tried, now);
  }
}

function secondsUntil(until: Date, now: Date): number {
  return Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
}

/** Live accounts unless switched off, others only where switched on (D33). */
function isDefended({ live, defendsAgainstCardTesting }: Account): boolean {
  return defendsAgainstCardTesting ?? live;
}

function thresholdOf(kind: Exclude<TestingKind, "account">, onGuard: boolean): Threshold {
  const { tries, declines, declinedShare } = CARD_TESTING[kind];
  const divisor = onGuard ? CARD_TESTING.onGuardDivisor : 1;
  return { tries: Math.ceil(tries / divisor), declines: Math.ceil(declines / divisor), declinedShare };
}

/** Where a card's tries are counted beside its account's. */
export function countersOf(account: Account, { number, address }: Attempt): CardCounters {
  const network = address === null ? null : networkOf(address);
  return {
    ...(network !== null && { address: bucketOf(account, "address", network) }),
    card: bucketOf(account, "card", number),
    issuer: bucketOf(account, "issuer", issuerOf(number)),
  };
}

function entriesOf(counters: CardCounters) {
  return Object.entries(counters) as [keyof CardCounters, string][];
}

/** A counter's name: a keyed hash, so that the table tells neither who tried nor which card. */
function bucketOf({ id }: Account, kind: TestingKind, what: string): string {
  return `${kind} ${base32(macOf("card attempts", `${id} ${kind} ${what}`), 32)}`;
}

/** The digits that name an issuer: eight, of short numbers six, so that most of the number stays out of it. */
export function issuerOf(number: string): string {
  return number.slice(0, number.length >= 16 ? 8 : 6);
}
