import { TEST_CARDS, type TestOutcome } from "@/contract/test-cards";

/** What a bank says. Codes are ISO 8583's. */
export type Verdict = { is: "AUTHORISED" | "ERROR" | "CANCELLED" } | { is: "REFUSED"; code: number };

/** All that is settled in advance about a card, by its holder's name or its number. */
export interface Fate {
  verdict: Verdict;
  threeDs?: "challenge" | "frictionless" | "version1";
  /** The challenge fails whatever its payer answers. */
  isImpassable?: true;
  threeDsResult?: string;
  /** The verdict on later payments with the saved card. */
  later?: Verdict;
  /** What becomes of a wish to be exempt; a soft decline refuses it and takes the card without. */
  exemption?: { result: string; reason: string; isSoftDecline: boolean };
  captureFails?: true;
  refundFails?: true;
  /** Milliseconds after which it answers, having done everything at once. */
  slow?: number;
  fault?: "timeout" | "resetAfterCommit";
}

const AUTHORISED: Verdict = { is: "AUTHORISED" };
const SLOW_MILLISECONDS = 20_000;

/** Worldpay's own convention: a test payment's cardholder says what is to happen. Others go by their number. */
export function fateOf(holder: string, number: string): Fate {
  const name = holder.trim().toUpperCase();
  const refused = /^REFUSED(\d{0,3})$/u.exec(name);
  if (refused) return { verdict: { is: "REFUSED", code: Number(refused[1] || 5) } };
  return BY_NAME[name] ?? exemptionFate(name) ?? BY_OUTCOME[OUTCOMES.get(number) ?? "success"];
}

const BY_NAME: Readonly<Record<string, Fate>> = {
  AUTHORISED: { verdict: AUTHORISED },
  ERROR: { verdict: { is: "ERROR" } },
  CANCELLED: { verdict: { is: "CANCELLED" } },
  "3D": { verdict: AUTHORISED, threeDs: "version1" },
  "3DS_V2_FRICTIONLESS_IDENTIFIED": { verdict: AUTHORISED, threeDs: "frictionless" },
  "3DS_V2_CHALLENGE_IDENTIFIED": { verdict: AUTHORISED, threeDs: "challenge" },
  "3DS_V2_CHALLENGE_UNKNOWN_IDENTITY": { verdict: refusal(5), threeDs: "challenge", isImpassable: true },
  "3DS_V2_CHALLENGE_VALID_ERROR": {
    verdict: AUTHORISED,
    threeDs: "challenge",
    threeDsResult: "Authentication offered but not used",
  },
  "3DS_BYPASSED_AFTER_CHALLENGE": { verdict: AUTHORISED, threeDs: "challenge" },
  "SIM.RECURRING.DECLINE46": { verdict: AUTHORISED, later: refusal(46) },
  "SIM.RECURRING.DECLINE51": { verdict: AUTHORISED, later: refusal(51) },
  "SIM.REFUND.FAILED": { verdict: AUTHORISED, refundFails: true },
  "SIM.CAPTURE.FAILED": { verdict: AUTHORISED, captureFails: true },
  "SIM.TIMEOUT": { verdict: AUTHORISED, fault: "timeout" },
  "SIM.RESET_AFTER_COMMIT": { verdict: AUTHORISED, fault: "resetAfterCommit" },
};

/** EE.<result>_<reason>.AUTHORISED or .SOFT_DECLINED, the result being one of two words or three. */
function exemptionFate(name: string): Fate | undefined {
  const [, result = "", reason = "", end] =
    /^EE\.(HONOURED|REJECTED|OUT_OF_SCOPE)_(\w+)\.(AUTHORISED|SOFT_DECLINED)$/u.exec(name) ?? [];
  if (end === undefined) return undefined;
  return { verdict: AUTHORISED, exemption: { result, reason, isSoftDecline: end === "SOFT_DECLINED" } };
}

/** The cards of our own documentation behave here as in the sandbox. */
const BY_OUTCOME: Readonly<Record<TestOutcome, Fate>> = {
  success: { verdict: AUTHORISED },
  declined: { verdict: refusal(5) },
  expiredCard: { verdict: refusal(33) },
  wrongCode: { verdict: refusal(55) },
  processingError: { verdict: { is: "ERROR" } },
  challengeThenAuthorised: { verdict: AUTHORISED, threeDs: "challenge" },
  challengeThenDeclined: { verdict: refusal(5), threeDs: "challenge" },
  challengeFails: { verdict: refusal(5), threeDs: "challenge", isImpassable: true },
  frictionless: { verdict: AUTHORISED, threeDs: "frictionless" },
  disputedAndLost: { verdict: AUTHORISED },
  disputedAndWon: { verdict: AUTHORISED },
  refundsFail: { verdict: AUTHORISED, refundFails: true },
  slow: { verdict: AUTHORISED, slow: SLOW_MILLISECONDS },
  laterDeclined: { verdict: AUTHORISED, later: refusal(46) },
  laterInsufficientFunds: { verdict: AUTHORISED, later: refusal(51) },
};

const OUTCOMES = new Map(TEST_CARDS.map(({ number, outcome }) => [number, outcome]));

export function refusal(code: number): Verdict {
  return { is: "REFUSED", code };
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  0: "AUTHORISED",
  2: "REFERRED",
  3: "INVALID ACCEPTOR",
  4: "HOLD CARD",
  8: "APPROVE AFTER IDENTIFICATION",
  12: "INVALID TRANSACTION",
  13: "INVALID AMOUNT",
  14: "INVALID ACCOUNT",
  15: "INVALID CARD ISSUER",
  17: "ANNULATION BY CLIENT",
  28: "ACCESS DENIED",
  29: "IMPOSSIBLE REFERENCE NUMBER",
  33: "CARD EXPIRED",
  34: "FRAUD SUSPICION",
  38: "SECURITY CODE EXPIRED",
  41: "LOST CARD",
  43: "STOLEN CARD, PICK UP",
  46: "CLOSED ACCOUNT",
  51: "LIMIT EXCEEDED",
  55: "INVALID SECURITY CODE",
  65: "AUTHENTICATION REQUESTED",
};

export function descriptionOf(code: number): string {
  return DESCRIPTIONS[code] ?? "REFUSED";
}

/** The scheme's name as Worldpay writes it, and whether 3D Secure is ever asked for on test accounts. */
export function methodOf(maskedNumber: string): { method: string; has3ds: boolean } {
  const found = METHODS.find(([prefix]) => prefix.test(maskedNumber));
  return { method: found?.[1] ?? "VISA_CREDIT-SSL", has3ds: found?.[2] ?? true };
}

const METHODS: readonly (readonly [RegExp, string, boolean])[] = [
  [/^4/u, "VISA_CREDIT-SSL", true],
  [/^(?:5[1-5]|2[2-7])/u, "ECMC-SSL", true],
  [/^3[47]/u, "AMEX-SSL", true],
  [/^3[068]/u, "DINERS-SSL", false],
  [/^35/u, "JCB-SSL", true],
  [/^6(?:011|5)/u, "DISCOVER-SSL", false],
  [/^(?:50|5[6-9]|6)/u, "MAESTRO-SSL", true],
];

/** A purchasing card of which no token is made. */
export const WITHOUT_TOKEN = "4484070000000000";
