/** What the tests pay with: each number as the sandbox documents it. */
export const CARDS = {
  visa: "4242424242424242",
  visaOther: "4444333322221111",
  amex: "371449635398431",
  mastercard: "5200828282828210",
  corporateCredit: "4111111111111111",
  prepaid: "4000160000000004",
  debit: "4000056655665556",
  maestro: "6759649826438453",
  diners: "36148900647913",
  discover: "6011000990139424",
  jcb: "3566002020360505",
  declined: "4000000000000002",
  expired: "4000000000000069",
  wrongCode: "4000000000000127",
  processingError: "4000000000000119",
  slow: "4000000000006975",
  challenge: "4000002500003155",
  challengeThenDeclined: "4000002760003184",
  challengeFails: "4000008400001629",
  frictionless: "4000000000003055",
  /** Of its network, but none of the sandbox's. */
  unionPay: "6200000000000005",
  /** Its check digit is right and no network has such numbers. */
  nobodys: "9999999999999995",
  /** One digit is wrong. */
  mistyped: "4242424242424241",
} as const;
export type Card = keyof typeof CARDS;

/** Only the tests use these codes, so wherever they turn up they have been kept. */
export const SECURITY_CODE = "947";
export const AMEX_SECURITY_CODE = "9471";

/** A number as people type it. */
export function inGroups(number: string, separator = " "): string {
  return number.replace(/(.{4})(?=.)/gu, `$1${separator}`);
}

/** Every way in which a number of ours might be written down. */
export function spellings(number: string): string[] {
  return [number, inGroups(number), inGroups(number, "-")];
}
