import { canRetry } from "../decline-reasons";
import type { AuthoriseOutcome, Exemption, PspContext, SavedCard } from "../port";
import { badDetailOf, kindOf, reasonOfFault } from "./faults";
import type { Answer } from "./gateway";
import type { AskedExemption } from "./order-message";
import type { PaymentReply, Reply } from "./read-reply";
import { reasonOf } from "./return-codes";
import { challengeOf } from "./three-ds-flex";

/** What was asked, as far as the answer's meaning depends on it. */
export interface Asked {
  readonly orderCode: string;
  readonly exemption: AskedExemption | undefined;
  /** Under whose name a card is saved (order-message.ts). */
  readonly shopperId: string | undefined;
  /** The bank's challenge: may come, with the way back for its payer; was answered; or is out of the question. */
  readonly threeDs: { readonly returnUrl: string; readonly sessionId: string } | "answered" | "none";
}

/**
 * What an answer to an authorisation means: `unknown` unless it proves something. Duplicates are `unknown` here
 * too; who can ask about the order does.
 */
export function outcomeOf(context: PspContext, asked: Asked, answer: Answer): AuthoriseOutcome {
  const { orderCode: providerId } = asked;
  switch (answer.is) {
    case "unknown":
      return answer;
    case "notSent":
      return { is: "error", reason: answer.cause };
    case "turnedAway":
      return { is: "error", providerId, reason: `http_${answer.status}` };
    case "reply":
      return outcomeOfReply(context, asked, answer);
  }
}

function outcomeOfReply(
  context: PspContext,
  asked: Asked,
  answer: Extract<Answer, { is: "reply" }>,
): AuthoriseOutcome {
  const { reply } = answer;
  switch (reply.is) {
    case "fault":
      return outcomeOfFault(asked, reply);
    case "receipt":
      return { is: "unknown", cause: "a receipt for an authorisation" };
    case "outdatedChallenge":
      return { is: "error", providerId: asked.orderCode, reason: "three_ds_1" };
    case "payment":
      return reply.orderCode === asked.orderCode ? outcomeOfPayment(asked, reply) : ANOTHER_ORDER;
    case "challenge":
      return reply.orderCode === asked.orderCode
        ? outcomeOfChallenge(context, asked, reply, answer.machine)
        : ANOTHER_ORDER;
  }
}

const ANOTHER_ORDER: AuthoriseOutcome = { is: "unknown", cause: "an answer about another order" };

function outcomeOfFault(asked: Asked, fault: Extract<Reply, { is: "fault" }>): AuthoriseOutcome {
  const { orderCode: providerId } = asked;
  switch (kindOf(fault)) {
    case "badCard":
      return refusal(providerId, badDetailOf(fault));
    case "noToken":
      // The saved card has gone: whoever deleted it allows no more payments.
      return refusal(providerId, "revocation_of_authorisation");
    case "rejected":
    case "notFound":
      return { is: "error", providerId, reason: reasonOfFault(fault) };
    case "duplicate":
    case "notReady":
    case "open":
      return { is: "unknown", cause: reasonOfFault(fault) };
  }
}

function outcomeOfPayment(asked: Asked, reply: PaymentReply): AuthoriseOutcome {
  const { orderCode: providerId } = asked;
  const exemption = exemptionOf(asked.exemption, reply.exemptionResult);
  const facts = { ...threeDsOf(asked, reply), ...(exemption && { exemption }) };
  switch (reply.lastEvent) {
    case "AUTHORISED": {
      const savedCard = savedCardOf(reply, asked.shopperId);
      return { is: "authorised", providerId, ...(savedCard && { savedCard }), ...facts };
    }
    case "REFUSED":
      return { ...refusal(providerId, reasonOf(reply.returnCode)), ...facts };
    case "CANCELLED":
      // Rules against fraud let go of what the bank had held.
      return { ...refusal(providerId, "cancelled"), ...facts };
    case "ERROR":
      return { is: "error", providerId, reason: "worldpay_error" };
    default:
      return { is: "unknown", cause: "an unexpected event" };
  }
}

/** The payer goes to their bank's page, once: a second demand is as good as a refusal. */
function outcomeOfChallenge(
  context: PspContext,
  asked: Asked,
  reply: Extract<Reply, { is: "challenge" }>,
  machine: string | undefined,
): AuthoriseOutcome {
  const { orderCode: providerId, threeDs, exemption, shopperId } = asked;
  if (threeDs === "answered")
    return { ...refusal(providerId, "authentication_failed"), threeDs: { required: true } };
  if (threeDs === "none") return { is: "error", providerId, reason: "a challenge that was not asked for" };
  return {
    is: "challenge",
    providerId,
    challenge: challengeOf(context, reply, threeDs.returnUrl),
    session: {
      sessionId: threeDs.sessionId,
      ...(machine !== undefined && { machine }),
      ...(exemption !== undefined && { exemption }),
      ...(shopperId !== undefined && { shopperId }),
    },
  };
}

export function refusal(
  providerId: string,
  reason: Parameters<typeof canRetry>[0],
): Extract<AuthoriseOutcome, { is: "refused" }> {
  return { is: "refused", providerId, reason, canRetry: canRetry(reason) };
}

function threeDsOf({ threeDs }: Asked, { threeDsResult }: PaymentReply): { threeDs?: { required: boolean } } {
  if (threeDs === "answered") return { threeDs: { required: true } };
  return threeDs !== "none" && threeDsResult !== undefined ? { threeDs: { required: false } } : {};
}

const EXEMPTION_RESULTS: ReadonlyMap<string | undefined, Exemption["result"]> = new Map([
  ["HONOURED", "honoured"],
  ["REJECTED", "rejected"],
  ["OUT_OF_SCOPE", "out of scope"],
]);

export function exemptionOf(
  type: AskedExemption | undefined,
  result: string | undefined,
): Exemption | undefined {
  const known = EXEMPTION_RESULTS.get(result);
  return type && known ? { type, result: known } : undefined;
}

/** All that is needed to charge the card again, and to delete it. */
export function savedCardOf({ token }: PaymentReply, shopperId: string | undefined): SavedCard | undefined {
  if (!token || shopperId === undefined) return undefined;
  return { ...token, authenticatedShopperId: shopperId };
}
