import type { CardKind } from "./card";

/** What a test card does, told to payers of test services in their own words. */
export type TestOutcome =
  | "success"
  | "declined"
  | "expiredCard"
  | "wrongCode"
  | "processingError"
  | "challengeThenAuthorised"
  | "challengeThenDeclined"
  | "challengeFails"
  | "frictionless"
  | "disputedAndLost"
  | "disputedAndWon"
  | "refundsFail"
  | "slow"
  | "laterDeclined"
  | "laterInsufficientFunds";

export interface TestCard extends CardKind {
  number: string;
  outcome: TestOutcome;
}

/**
 * The sandbox's cards: any future expiry, any security code. The one table from which cards are identified,
 * the sandbox answers, and the card page lists what to try. Numbers for testing: no payer has one.
 */
export const TEST_CARDS: readonly TestCard[] = [
  credit("4444333322221111", "visa"),
  credit("4242424242424242", "visa"),
  debit("4000056655665556", "visa"),
  debit("4917610000000000003", "visa"),
  { ...credit("4000000000000010", "visa"), type: null },
  debit("5200828282828210", "master-card"),
  credit("371449635398431", "american-express"),
  credit("3566002020360505", "jcb"),
  credit("6011000990139424", "discover"),
  credit("36148900647913", "diners-club"),
  { ...debit("4988080000000000", "visa"), corporate: true },
  { ...credit("4111111111111111", "visa"), corporate: true },
  { ...debit("4000160000000004", "visa"), prepaid: true },
  { ...debit("4131840000000003", "visa"), corporate: true, prepaid: true },
  debit("6759649826438453", "maestro"),

  debit("5105105105105100", "master-card", "laterDeclined"),
  credit("4000000000000341", "visa", "laterInsufficientFunds"),

  credit("4000000000000002", "visa", "declined"),
  credit("4000000000000069", "visa", "expiredCard"),
  credit("4000000000000127", "visa", "wrongCode"),
  credit("4000000000000119", "visa", "processingError"),

  credit("4000002500003155", "visa", "challengeThenAuthorised"),
  credit("4000002760003184", "visa", "challengeThenDeclined"),
  credit("4000008400001629", "visa", "challengeFails"),
  credit("4000000000003055", "visa", "frictionless"),

  credit("4000000000000259", "visa", "disputedAndLost"),
  credit("4000000000002685", "visa", "disputedAndWon"),
  credit("4000000000005126", "visa", "refundsFail"),
  credit("4000000000006975", "visa", "slow"),
];

function credit(number: string, brand: CardKind["brand"], outcome: TestOutcome = "success"): TestCard {
  return { number, brand, type: "credit", corporate: false, prepaid: false, outcome };
}

function debit(number: string, brand: CardKind["brand"], outcome: TestOutcome = "success"): TestCard {
  return { ...credit(number, brand, outcome), type: "debit" };
}
