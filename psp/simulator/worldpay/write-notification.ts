import { element, writeDocument } from "../../worldpay/xml";
import type { Order } from "./orders";
import { amountElement, paymentElement, tokenElement } from "./write-reply";

/** Something that is told of an order. */
export interface Journal {
  readonly type: string;
  readonly at: Date;
  readonly description?: string;
  readonly pence?: number;
  readonly references?: readonly { type: string; reference: string }[];
}

/** A notification as the Merchant Channel sends it. */
export function notificationDocument(order: Order, journal: Journal): string {
  const { type, at, description, references = [], pence = order.pence } = journal;
  const refund = references.find((reference) => reference.type === "capture" || reference.type === "refund");
  return writeDocument(
    order.merchantCode,
    element(
      "notify",
      {},
      element(
        "orderStatusEvent",
        { orderCode: order.orderCode },
        paymentElement(order, type, refund?.reference),
        type === "AUTHORISED" && order.token ? tokenElement(order, order.token) : undefined,
        element(
          "journal",
          { journalType: type, description, sent: "n" },
          element("bookingDate", {}, dateElement(at)),
          element(
            "accountTx",
            { accountType: refund ? "IN_PROCESS_CAPTURED" : "IN_PROCESS_AUTHORISED", batchId: 1 },
            amountElement(pence, refund ? "debit" : "credit"),
          ),
          ...references.map((reference) => element("journalReference", { ...reference })),
        ),
      ),
    ),
  );
}

function dateElement(at: Date) {
  return element("date", {
    dayOfMonth: String(at.getUTCDate()).padStart(2, "0"),
    month: String(at.getUTCMonth() + 1).padStart(2, "0"),
    year: at.getUTCFullYear(),
  });
}
