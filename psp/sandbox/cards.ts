import { TEST_CARDS, type TestOutcome } from "@/contract/test-cards";
import type { DeclineReason } from "../decline-reasons";

/** What the card's bank says when asked for money. */
export type Verdict =
  | { is: "authorised" }
  | { is: "refused"; reason: DeclineReason }
  | { is: "error"; reason: string };

/** All that a card does; absent means as an ordinary card would. */
export interface Behaviour {
  verdict: Verdict;
  /** Asked for when a payer is present; `impassable` fails whatever the payer answers. */
  threeDs?: "challenge" | "impassable" | "frictionless";
  /** The verdict on later payments with the saved card. */
  laterVerdict?: Verdict;
  refundsRejected?: true;
  /** Disputed as soon as the money is taken (D40), and how that ends. */
  dispute?: "won" | "lost";
  slow?: true;
}

export type BehaviourId = TestOutcome | "unknownCard";

const AUTHORISED: Verdict = { is: "authorised" };

const BEHAVIOURS: Readonly<Record<BehaviourId, Behaviour>> = {
  success: { verdict: AUTHORISED },
  declined: { verdict: refused("generic_decline") },
  expiredCard: { verdict: refused("expired_card") },
  wrongCode: { verdict: refused("incorrect_cvc") },
  processingError: { verdict: { is: "error", reason: "processing_error" } },
  challengeThenAuthorised: { verdict: AUTHORISED, threeDs: "challenge" },
  challengeThenDeclined: { verdict: refused("generic_decline"), threeDs: "challenge" },
  challengeFails: { verdict: refused("generic_decline"), threeDs: "impassable" },
  frictionless: { verdict: AUTHORISED, threeDs: "frictionless" },
  disputedAndLost: { verdict: AUTHORISED, dispute: "lost" },
  disputedAndWon: { verdict: AUTHORISED, dispute: "won" },
  refundsFail: { verdict: AUTHORISED, refundsRejected: true },
  slow: { verdict: AUTHORISED, slow: true },
  laterDeclined: { verdict: AUTHORISED, laterVerdict: refused("do_not_retry") },
  laterInsufficientFunds: { verdict: AUTHORISED, laterVerdict: refused("insufficient_funds") },
  unknownCard: { verdict: { is: "error", reason: "not_a_sandbox_card" } },
};

const BY_NUMBER = new Map(TEST_CARDS.map((card) => [card.number, card.outcome]));

/** Which behaviour a card number has: a name that may be stored in the number's place. */
export function behaviourOf(number: string): BehaviourId {
  return BY_NUMBER.get(number) ?? "unknownCard";
}

/** What a stored name stands for; one that a later version no longer has behaves as an unknown card. */
export function behaviour(id: string): Behaviour {
  const stored: Readonly<Record<string, Behaviour | undefined>> = BEHAVIOURS;
  return stored[id] ?? BEHAVIOURS.unknownCard;
}

function refused(reason: DeclineReason): Verdict {
  return { is: "refused", reason };
}
