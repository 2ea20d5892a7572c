import type { CardKind } from "@/contract/card";
import { brandOf } from "@/contract/card-brand";
import { TEST_CARDS } from "@/contract/test-cards";

/** Looks a card up in loaded ranges by its first 11 digits (find-loaded-bin.ts). */
export type LoadedBins = (firstDigits: string) => Promise<CardKind | undefined>;

const TEST_KINDS = new Map(
  TEST_CARDS.map(({ number, brand, type, corporate, prepaid }) => [
    number,
    { brand, type, corporate, prepaid },
  ]),
);

/**
 * What a card's number tells about it (D30): a test card by its whole number, any other by its network's
 * public ranges with its type unknown, or undefined when it is of no known network.
 *
 * @param number digits only.
 * @param loaded ranges that an operator has loaded; they know more than the public ones and win over them. A
 *   test card stays what it is: no payer has one.
 */
export function identifyCard(number: string): CardKind | undefined;
export function identifyCard(number: string, loaded: LoadedBins): Promise<CardKind | undefined>;
export function identifyCard(number: string, loaded?: LoadedBins) {
  return loaded ? identifyWith(number, loaded) : (TEST_KINDS.get(number) ?? byNetwork(number));
}

async function identifyWith(number: string, loaded: LoadedBins): Promise<CardKind | undefined> {
  return TEST_KINDS.get(number) ?? (await loaded(number.slice(0, 11))) ?? byNetwork(number);
}

function byNetwork(number: string): CardKind | undefined {
  const brand = brandOf(number);
  return brand === null ? undefined : { brand, type: null, corporate: false, prepaid: false };
}
