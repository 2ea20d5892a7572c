import type { AuthoriseCommand, AuthoriseOutcome, PaymentAtPsp, PspContext, RecurringCommand } from "../port";
import { credentialsOf, type WorldpayCredentials } from "./credentials";
import { endpointsOf } from "./endpoints";
import { kindOf } from "./faults";
import { idempotencyKeyOf, sendMessage, TIMEOUT_MILLISECONDS, type Answer } from "./gateway";
import {
  asksFor3ds,
  completedAuthenticationMessage,
  orderMessage,
  savedCardMessage,
  shopperOf,
  type AskedExemption,
} from "./order-message";
import { merchantFor, orderCodeOf, orderOf, purposeOf, type Order } from "./order-codes";
import { exemptionOf, outcomeOf, type Asked } from "./outcome";
import { outcomeByQuery } from "./query";
import type { XmlElement } from "./xml";

/** Less than this is too short for a bank to answer in. */
const SHORTEST_RETRY_MILLISECONDS = 5_000;

/**
 * Puts a card to its bank. Where the exemption engine's wish was what the bank refused, the card is put again at
 * once without it, as another order; both within the time that one may take.
 */
export async function authorise(context: PspContext, command: AuthoriseCommand): Promise<AuthoriseOutcome> {
  const credentials = credentialsOf(context);
  const deadline = Date.now() + TIMEOUT_MILLISECONDS.authorise;
  const purpose = purposeOf(command, credentials);
  const exemption = exemptionFor(command, credentials);

  const first = orderFor(command, { paymentId: command.paymentId, purpose, attempt: 1 }, exemption);
  const answer = await send(context, credentials, first, command, deadline);
  const timeLeft = deadline - Date.now();
  if (exemption !== "optimised" || !isSoftDecline(answer) || timeLeft < SHORTEST_RETRY_MILLISECONDS)
    return settle(context, first, answer, command.paymentId);

  const second = orderFor(command, { paymentId: command.paymentId, purpose, attempt: 2 }, undefined);
  const again = await send(context, credentials, second, command, deadline);
  const outcome = await settle(context, second, again, command.paymentId);
  const wish = exemptionOf(exemption, exemptionResultOf(answer));
  return wish && outcome.is !== "error" && outcome.is !== "unknown"
    ? { exemption: wish, ...outcome }
    : outcome;
}

/** The second message of 3D Secure, with what the challenge came with. */
export async function complete3ds(
  context: PspContext,
  { paymentId, providerId }: PaymentAtPsp & { providerId: string },
  session: Readonly<Record<string, string>>,
): Promise<AuthoriseOutcome> {
  const credentials = credentialsOf(context);
  const order = orderOf(providerId);
  if (!order) return { is: "error", reason: "not an order of ours" };
  const { sessionId = paymentId, machine, shopperId } = session;
  const answer = await sendMessage({
    url: endpointsOf(credentials, context.live).gateway,
    merchant: merchantFor(order.purpose, credentials),
    body: completedAuthenticationMessage(providerId, sessionId),
    timeoutMilliseconds: TIMEOUT_MILLISECONDS.authorise,
    machine,
  });
  const exemption = EXEMPTIONS.find((known) => known === session.exemption);
  const asked: Asked = { orderCode: providerId, exemption, shopperId, threeDs: "answered" };
  const outcome = outcomeOf(context, asked, answer);
  if (!isSessionLost(answer)) return outcome;
  // Without its cookie the session was never to be found; with it, an earlier message may have used it up.
  if (machine === undefined) return { is: "error", providerId, reason: "three_ds_session_lost" };
  const found = await outcomeByQuery(context, { paymentId, providerId });
  return found.is === "authorised" || found.is === "refused"
    ? { ...found, threeDs: { required: true } }
    : found;
}

const EXEMPTIONS: readonly AskedExemption[] = ["corporate", "optimised"];

/** Charges a saved card, nobody being there. */
export async function authoriseSavedCard(
  context: PspContext,
  command: RecurringCommand,
): Promise<AuthoriseOutcome> {
  const credentials = credentialsOf(context);
  const order: Order = { paymentId: command.paymentId, purpose: "merchantInitiated", attempt: 1 };
  const orderCode = orderCodeOf(order);
  const answer = await sendMessage({
    url: endpointsOf(credentials, context.live).gateway,
    merchant: merchantFor(order.purpose, credentials),
    body: savedCardMessage(command, orderCode),
    timeoutMilliseconds: TIMEOUT_MILLISECONDS.authorise,
    idempotencyKey: credentials.settings.idempotencyHeader ? idempotencyKeyOf(context) : undefined,
  });
  const asked: Asked = { orderCode, exemption: undefined, shopperId: undefined, threeDs: "none" };
  return settle(context, { order, asked }, answer, command.paymentId);
}

interface Sent {
  readonly order: Order;
  readonly asked: Asked;
}

function orderFor(command: AuthoriseCommand, order: Order, exemption: AskedExemption | undefined): Sent {
  const { paymentId: sessionId, threeDsReturnUrl } = command;
  const threeDs =
    asksFor3ds(command) && threeDsReturnUrl !== null ? { returnUrl: threeDsReturnUrl, sessionId } : "none";
  const shopperId = shopperOf(command);
  return { order, asked: { orderCode: orderCodeOf(order), exemption, shopperId, threeDs } };
}

function send(
  context: PspContext,
  credentials: WorldpayCredentials,
  { order, asked }: Sent,
  command: AuthoriseCommand,
  deadline: number,
): Promise<Answer> {
  const { orderCode, exemption } = asked;
  const { settings } = credentials;
  const body: XmlElement = orderMessage(command, { orderCode, exemption, settings });
  return sendMessage({
    url: endpointsOf(credentials, context.live).gateway,
    merchant: merchantFor(order.purpose, credentials),
    body,
    timeoutMilliseconds: deadline - Date.now(),
    idempotencyKey: settings.idempotencyHeader ? idempotencyKeyOf(context, order.attempt) : undefined,
  });
}

/** An order that is there already was made by an earlier message, whose answer was lost: it is asked about. */
async function settle(
  context: PspContext,
  { asked }: Sent,
  answer: Answer,
  paymentId: string,
): Promise<AuthoriseOutcome> {
  const isDuplicate =
    answer.is === "reply" && answer.reply.is === "fault" && kindOf(answer.reply) === "duplicate";
  return isDuplicate
    ? outcomeByQuery(context, { paymentId, providerId: null })
    : outcomeOf(context, asked, answer);
}

/** A company's card comes before the engine, and nothing is asked for where nobody could be challenged anyway. */
function exemptionFor(
  command: AuthoriseCommand,
  { settings }: WorldpayCredentials,
): AskedExemption | undefined {
  if (!asksFor3ds(command)) return undefined;
  if (command.corporate && settings.corporateExemption) return "corporate";
  return settings.exemptionEngine ? "optimised" : undefined;
}

/** Refused only because the wish to be exempt was not granted. */
function isSoftDecline(answer: Answer): boolean {
  const result = exemptionResultOf(answer);
  return (
    answer.is === "reply" &&
    answer.reply.is === "payment" &&
    answer.reply.lastEvent === "REFUSED" &&
    (result === "REJECTED" || result === "OUT_OF_SCOPE")
  );
}

function exemptionResultOf(answer: Answer): string | undefined {
  return answer.is === "reply" && answer.reply.is === "payment" ? answer.reply.exemptionResult : undefined;
}

/** Worldpay cannot place the second message. */
function isSessionLost(answer: Answer): boolean {
  return answer.is === "reply" && answer.reply.is === "fault" && answer.reply.code === 5;
}
