import { find, list, textOf } from "../../worldpay/read-xml";
import { element, type XmlElement } from "../../worldpay/xml";
import { sendCancel, sendCapture, sendRefund, type Bank } from "./bank";
import { findOrder } from "./orders";
import { errorElement, receipt } from "./write-reply";

/** Whatever is well-formed gets its receipt, even for orders nobody knows; what comes of it is told later. */
export function takeModification(bank: Bank, merchantCode: string, message: XmlElement): XmlElement {
  const deletion = find(message, "paymentTokenDelete");
  if (deletion) return deleteToken(bank, deletion);
  const modification = find(message, "orderModification");
  const { orderCode = "" } = modification?.attributes ?? {};
  const order = findOrder(bank.books, merchantCode, orderCode);
  const [change] = modification?.children.filter((child) => typeof child !== "string") ?? [];
  const amount = find(change, "amount");
  const pence = Number(amount?.attributes.value);
  if (change && change.name !== "cancel" && !(Number.isSafeInteger(pence) && pence > 0))
    return errorElement(3, "Invalid amount");
  switch (change?.name) {
    case "capture":
      if (order) sendCapture(bank, order, pence);
      return receipt("captureReceived", orderCode, amount);
    case "cancel":
      if (order) sendCancel(bank, order);
      return receipt("cancelReceived", orderCode);
    case "refund":
      if (order) sendRefund(bank, order, change.attributes.reference ?? "", pence);
      return receipt("refundReceived", orderCode, amount);
    default:
      return errorElement(2, "Unknown modification");
  }
}

/** Deleting again what is gone succeeds. */
function deleteToken({ books }: Bank, deletion: XmlElement): XmlElement {
  const paymentTokenID = textOf(list(deletion, "paymentTokenID")[0]) ?? "";
  const shopper = textOf(find(deletion, "authenticatedShopperID"));
  for (const card of books.savedCards) {
    if (card.id === paymentTokenID && card.shopper === shopper) card.isDeleted = true;
  }
  return element("ok", {}, element("deleteTokenReceived", { paymentTokenID }));
}
