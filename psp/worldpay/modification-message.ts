import { amount } from "./order-message";
import { element, textElement, type XmlElement } from "./xml";

/** Takes the money of an order, dated with today (UTC). */
export function captureMessage(orderCode: string, pence: number, now: Date): XmlElement {
  return modify(orderCode, element("capture", {}, dateElement(now), amount(pence)));
}

/** `immediate` matters only to cards that are present, and harms no other. */
export function cancelMessage(orderCode: string): XmlElement {
  return modify(orderCode, element("cancel", { immediate: "yes" }));
}

/** `reference` is our refund's id: notifications repeat it. */
export function refundMessage(orderCode: string, refundId: string, pence: number): XmlElement {
  return modify(orderCode, element("refund", { reference: refundId }, amount(pence)));
}

export function deleteTokenMessage(paymentTokenId: string, authenticatedShopperId: string): XmlElement {
  return element(
    "modify",
    {},
    element(
      "paymentTokenDelete",
      { tokenScope: "shopper" },
      textElement("paymentTokenID", paymentTokenId),
      textElement("authenticatedShopperID", authenticatedShopperId),
    ),
  );
}

export function inquiryMessage(orderCode: string): XmlElement {
  return element("inquiry", {}, element("orderInquiry", { orderCode }));
}

function modify(orderCode: string, modification: XmlElement): XmlElement {
  return element("modify", {}, element("orderModification", { orderCode }, modification));
}

function dateElement(now: Date): XmlElement {
  return element("date", {
    dayOfMonth: String(now.getUTCDate()).padStart(2, "0"),
    month: String(now.getUTCMonth() + 1).padStart(2, "0"),
    year: now.getUTCFullYear(),
  });
}
