import { find } from "../../worldpay/read-xml";
import type { XmlElement } from "../../worldpay/xml";
import type { Bank } from "./bank";
import { findOrder } from "./orders";
import { errorElement, orderStatus } from "./write-reply";

/**
 * Answers from a copy that lags behind: what happened since is not to be seen. An order that waits for its
 * challenge has no payment yet.
 */
export function answerInquiry(
  { books, world }: Bank,
  merchantCode: string,
  message: XmlElement,
  lagMilliseconds: number,
): XmlElement {
  const { orderCode = "" } = find(message, "orderInquiry")?.attributes ?? {};
  const order = findOrder(books, merchantCode, orderCode);
  if (!order || order.history.length === 0) return errorElement(5, "Could not find payment for order");
  const horizon = world.now().getTime() - lagMilliseconds;
  const seen = order.history.findLast(({ at }) => at.getTime() <= horizon);
  if (!seen) return errorElement(5, "Order not ready");
  return orderStatus(order, seen.lastEvent === "ERROR" ? "null" : seen.lastEvent);
}
