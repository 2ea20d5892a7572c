import { CARDS, inGroups, SECURITY_CODE } from "./cards";
import type { Settings } from "./from-inside";
import type { Answers } from "./payer";

/** Answers of which one is wrong, and the code of what the page has to say about it. */
export type ProblemCase = readonly [code: string, answers: Answers];

const LONG = "x".repeat(256);

/** What the rules of the form find: the page's own script finds the same before anything is sent. */
export const BY_THE_RULES: readonly ProblemCase[] = [
  ["cardNo.missing", { cardNo: "" }],
  ["cardNo.missing", { cardNo: " - " }],
  ["cardNo.length", { cardNo: "4242 4242 42" }],
  ["cardNo.length", { cardNo: `${CARDS.visa}4242` }],
  ["cardNo.invalid", { cardNo: CARDS.mistyped }],
  ["cardNo.invalid", { cardNo: inGroups(CARDS.mistyped) }],
  ["cardNo.invalid", { cardNo: "my card" }],
  ["expiryMonth.dateMissing", { expiryMonth: "", expiryYear: "" }],
  ["expiryMonth.dateInvalid", { expiryMonth: "Nov", expiryYear: "next" }],
  ["expiryMonth.datePast", { expiryMonth: "12", expiryYear: "2025" }],
  ["expiryMonth.missing", { expiryMonth: "" }],
  ["expiryMonth.invalid", { expiryMonth: "13" }],
  ["expiryYear.missing", { expiryYear: "" }],
  ["expiryYear.invalid", { expiryYear: "139" }],
  ["expiryYear.tooFar", { expiryYear: "99" }],
  ["cardholderName.missing", { cardholderName: "  " }],
  ["cardholderName.cardNumber", { cardholderName: inGroups(CARDS.visa) }],
  ["cardholderName.securityCode", { cardholderName: SECURITY_CODE }],
  ["cardholderName.tooLong", { cardholderName: LONG }],
  ["cvc.missing", { cvc: "" }],
  ["cvc.invalid", { cardNo: CARDS.nobodys, cvc: "12" }],
  ["cvc.threeDigits", { cvc: "9471" }],
  ["cvc.fourDigits", { cardNo: CARDS.amex, cvc: SECURITY_CODE }],
  ["addressLine1.missing", { addressLine1: "" }],
  ["addressLine1.cardNumber", { addressLine1: CARDS.visaOther }],
  ["addressLine1.tooLong", { addressLine1: LONG }],
  ["addressLine2.cardNumber", { addressLine2: inGroups(CARDS.mastercard, "-") }],
  ["addressLine2.tooLong", { addressLine2: LONG }],
  ["addressCity.missing", { addressCity: "" }],
  ["addressCity.cardNumber", { addressCity: `Near ${CARDS.debit}` }],
  ["addressCity.tooLong", { addressCity: LONG }],
  ["addressPostcode.missing", { addressPostcode: "" }],
  ["addressPostcode.invalid", { addressPostcode: "75001" }],
  ["addressPostcode.cardNumber", { addressPostcode: CARDS.corporateCredit }],
  ["addressPostcode.tooLong", { addressCountry: "FR", addressPostcode: "X".repeat(26) }],
  ["email.missing", { email: "" }],
  ["email.invalid", { email: "sian at example.org" }],
  ["email.tooLong", { email: `${"x".repeat(250)}@example.org` }],
  ["email.didYouMean", { email: "sian@gmial.com" }],
];

/** What only the server can find. */
export const BY_THE_SERVER: readonly ProblemCase[] = [
  ["cardNo.unknown", { cardNo: CARDS.nobodys }],
  ["cardNo.notAccepted.maestro", { cardNo: CARDS.maestro }],
];

/** What no browser sends, but for one that was tampered with or is damaged. */
export const BY_NO_BROWSER: readonly ProblemCase[] = [
  ["cardholderName.invalid", { cardholderName: "Siân\0" }],
  ["addressLine1.invalid", { addressLine1: "7\0" }],
  ["addressLine2.invalid", { addressLine2: "2\0" }],
  ["addressCity.invalid", { addressCity: "Aber\0" }],
  ["addressCountry.missing", { addressCountry: "XX" }],
];

/** What the settings of an account make of a card. */
export const BY_SETTING: readonly [code: string, settings: Settings, cardNo: string][] = [
  ["cardNo.creditNotAccepted", { acceptsCredit: false }, CARDS.visa],
  ["cardNo.debitNotAccepted", { acceptsDebit: false }, CARDS.debit],
  ["cardNo.prepaidNotAccepted", { acceptsPrepaid: false }, CARDS.prepaid],
  ["cardNo.notAccepted.visa", { acceptedBrands: ["jcb"] }, CARDS.visa],
  ["cardNo.notAccepted.master-card", { acceptedBrands: ["jcb"] }, CARDS.mastercard],
  ["cardNo.notAccepted.american-express", { acceptedBrands: ["jcb"] }, CARDS.amex],
  ["cardNo.notAccepted.diners-club", { acceptedBrands: ["jcb"] }, CARDS.diners],
  ["cardNo.notAccepted.discover", { acceptedBrands: ["jcb"] }, CARDS.discover],
  ["cardNo.notAccepted.unionpay", { acceptedBrands: ["jcb"] }, CARDS.unionPay],
  ["cardNo.notAccepted.jcb", { acceptedBrands: ["visa"] }, CARDS.jcb],
];
