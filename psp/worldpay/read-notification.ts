import { createHash } from "node:crypto";
import type { PspCredentials, PspEvent, PspRequest, ReadNotification } from "../port";
import { merchantCodesOf } from "./credentials";
import { orderOf } from "./order-codes";
import { bookingDateOf } from "./read-reply";
import { find, list, readXml, textOf } from "./read-xml";
import type { XmlElement } from "./xml";

/**
 * Reads an order notification. Nothing in it proves who sent it, so its merchant code must be one of the account's,
 * and what it tells is believed no further than an inquiry would bear it out.
 */
export function readNotification(
  credentials: PspCredentials,
  request: PspRequest,
  now: Date,
): ReadNotification {
  const root = readXml(request.body);
  if (root?.name !== "paymentService") return { is: "forged", why: "not a notification" };
  const { merchantCode = "" } = root.attributes;
  if (!merchantCodesOf(credentials).includes(merchantCode))
    return { is: "forged", why: "not a merchant code of this account" };
  const event = find(root, "notify", "orderStatusEvent");
  const journal = find(event, "journal");
  if (!event || !journal) return { is: "events", events: [ignored(hashOf(request.body), now, "no order")] };
  return { is: "events", events: [eventOf(merchantCode, event, journal, now)] };
}

type Told<Event> = Event extends PspEvent ? Omit<Event, "dedupeKey" | "happenedAt"> : never;

function eventOf(merchantCode: string, event: XmlElement, journal: XmlElement, now: Date): PspEvent {
  const { orderCode = "" } = event.attributes;
  const { journalType = "" } = journal.attributes;
  const references = list(journal, "journalReference").map(({ attributes }) => attributes);
  const amounts = [find(event, "payment"), ...list(journal, "accountTx")].map((holder) => {
    const { value = "", debitCreditIndicator = "" } = find(holder, "amount")?.attributes ?? {};
    return `${value}${debitCreditIndicator}`;
  });
  const dedupeKey = hashOf(
    JSON.stringify([
      merchantCode,
      orderCode,
      journalType,
      references.map(({ type, reference }) => [type, reference]),
      [textOf(find(event, "payment", "refundReference")), textOf(find(event, "payment", "reference"))],
      amounts,
      bookingDateOf(journal),
    ]),
  );
  return { dedupeKey, happenedAt: now, ...tell(orderCode, journalType, event, journal) };
}

/** The journal's type decides, not the payment's last event: that may be of something later. */
function tell(
  orderCode: string,
  journalType: string,
  event: XmlElement,
  journal: XmlElement,
): Told<PspEvent> {
  const order = orderOf(orderCode);
  if (!order) return { type: "ignored", why: "not an order of ours" };
  const at = { paymentId: order.paymentId, providerId: orderCode };
  const bookedOn = bookingDateOf(journal);
  switch (journalType) {
    case "AUTHORISED":
      // Of use where the answer was lost, and inquiries come too early to see what was made of the order.
      return { type: "payment", ...at, state: "authorised" };
    case "CAPTURED":
    case "SETTLED":
    case "SETTLED_BY_MERCHANT":
      return {
        type: "payment",
        ...at,
        state: "captured",
        ...(bookedOn !== undefined && { capturedOn: bookedOn }),
      };
    case "CAPTURE_FAILED":
      return { type: "payment", ...at, state: "error" };
    case "REFUNDED":
    case "REFUNDED_BY_MERCHANT":
      return refundEvent(at, event, journal, { state: "succeeded" });
    case "SENT_FOR_REFUND":
      // Authorised by the payer's bank online: as good as done. Otherwise REFUNDED or REFUND_FAILED follows.
      return refundEvent(at, event, journal, { state: hasBankApproval(journal) ? "succeeded" : "pending" });
    case "REFUND_FAILED": {
      const { description } = journal.attributes;
      return refundEvent(at, event, journal, {
        state: "failed",
        ...(description !== undefined && { reason: description }),
      });
    }
    default:
      return { type: "ignored", why: `${journalType || "no journal type"}: nothing to do` };
  }
}

function refundEvent(
  at: { paymentId: string; providerId: string },
  event: XmlElement,
  journal: XmlElement,
  what: { state: "succeeded" | "failed" | "pending"; reason?: string },
): Told<PspEvent> {
  const refundId = refundIdOf(event, journal);
  return refundId === undefined
    ? { type: "ignored", why: "no refund of ours" }
    : { type: "refund", refundId, ...at, ...what };
}

/** Our refund's id is repeated in one of four places, depending on the account and the kind of refund. */
function refundIdOf(event: XmlElement, journal: XmlElement): string | undefined {
  const byType = (type: string) =>
    list(journal, "journalReference").find(({ attributes }) => attributes.type === type)?.attributes
      .reference;
  const payment = find(event, "payment");
  return [
    byType("capture"),
    byType("refund"),
    textOf(find(payment, "refundReference")),
    textOf(find(payment, "reference")),
  ].find((reference) => reference !== undefined && OUR_ID.test(reference));
}

const OUR_ID = /^[0-9a-hjkmnp-tv-z]{26}$/u;

function hasBankApproval(journal: XmlElement): boolean {
  return list(journal, "journalReference").some(
    ({ attributes: { type, reference } }) =>
      type === "refund_authorisation" && reference !== undefined && reference !== "" && reference !== "null",
  );
}

function ignored(dedupeKey: string, happenedAt: Date, why: string): PspEvent {
  return { dedupeKey, happenedAt, type: "ignored", why };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
