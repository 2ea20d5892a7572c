import { element, textElement, writeDocument, type XmlElement } from "../../worldpay/xml";
import { descriptionOf, methodOf } from "./fates";
import type { Order } from "./orders";

export function replyDocument(merchantCode: string, ...inside: XmlElement[]): string {
  return writeDocument(merchantCode, element("reply", {}, ...inside));
}

export function errorElement(code: number, text: string): XmlElement {
  return element("error", { code }, text);
}

export function receipt(name: string, orderCode: string, amount?: XmlElement): XmlElement {
  return element("ok", {}, element(name, { orderCode }, amount));
}

export function amountElement(pence: number, debitCreditIndicator = "credit"): XmlElement {
  return element("amount", { value: pence, currencyCode: "GBP", exponent: 2, debitCreditIndicator });
}

/** What an order has come to, as replies and inquiries put it. */
export function orderStatus(order: Order, lastEvent: string): XmlElement {
  return element(
    "orderStatus",
    { orderCode: order.orderCode },
    paymentElement(order, lastEvent),
    exemptionResponse(order),
    // Inquiries cannot tell how 3D Secure went, but they know the card that was saved.
    order.token ? tokenElement(order, order.token) : undefined,
  );
}

export function paymentElement(order: Order, lastEvent: string, refundReference?: string): XmlElement {
  const { maskedNumber, pence, verdict, threeDsResult } = order;
  const isRefused = lastEvent === "REFUSED" || lastEvent === "CANCELLED";
  const code = verdict.is === "REFUSED" ? verdict.code : 5;
  return element(
    "payment",
    {},
    element("paymentMethod", {}, methodOf(maskedNumber).method),
    element("paymentMethodDetail", {}, element("card", { number: maskedNumber, type: "creditcard" })),
    amountElement(pence),
    element("lastEvent", {}, lastEvent),
    textElement("refundReference", refundReference),
    isRefused ? undefined : element("AuthorisationId", { id: "666" }),
    isRefused
      ? element("ISO8583ReturnCode", {
          code,
          description: lastEvent === "CANCELLED" ? "CANCELLED" : descriptionOf(code),
        })
      : undefined,
    element("CVCResultCode", { description: isRefused ? "NOT SENT TO ACQUIRER" : "APPROVED" }),
    element("AVSResultCode", { description: "APPROVED" }),
    threeDsResult === undefined ? undefined : element("ThreeDSecureResult", { description: threeDsResult }),
    element("cardHolderName", {}, order.holder),
    element("issuerCountryCode", {}, "GB"),
    isRefused
      ? undefined
      : element("balance", { accountType: "IN_PROCESS_AUTHORISED" }, amountElement(pence)),
    element("riskScore", { value: 1 }),
    isRefused
      ? undefined
      : element("schemeResponse", {}, element("transactionIdentifier", {}, "060720116005062")),
  );
}

export function challengeStatus({ orderCode, challenge }: Order): XmlElement {
  if (!challenge) throw new Error(`Order ${orderCode} is not challenged`);
  return element(
    "orderStatus",
    { orderCode },
    element(
      "challengeRequired",
      {},
      element(
        "threeDSChallengeDetails",
        {},
        element("threeDSVersion", {}, "2.2.0"),
        element("transactionId3DS", {}, challenge.transactionId),
        element("acsURL", {}, challenge.acsUrl),
        element("payload", {}, challenge.payload),
      ),
    ),
  );
}

/** What 3D Secure 1 would have answered: nothing here speaks that any more. */
export function legacyChallengeStatus(orderCode: string): XmlElement {
  return element(
    "orderStatus",
    { orderCode },
    element(
      "requestInfo",
      {},
      element(
        "request3DSecure",
        {},
        element("mpiRequest", {}, "eJxVUsFuwjAM"),
        element("mpiURL", {}, "https://mpi.example"),
      ),
    ),
  );
}

function exemptionResponse({ exemption }: Order): XmlElement | undefined {
  if (!exemption) return undefined;
  const { type, placement, result, reason } = exemption;
  return element("exemptionResponse", { result, reason }, element("exemption", { type, placement }));
}

export function tokenElement(order: Order, token: NonNullable<Order["token"]>): XmlElement {
  const { month, year } = order.expiry;
  const reason = "Saved for later payments";
  return element(
    "token",
    {},
    element("authenticatedShopperID", {}, token.shopper),
    textElement("tokenEventReference", token.reference),
    element(
      "tokenDetails",
      { tokenEvent: token.event },
      element("paymentTokenID", {}, token.id),
      element("paymentTokenExpiry", {}, element("date", { dayOfMonth: 1, month, year })),
      element("tokenReason", {}, reason),
    ),
    element(
      "paymentInstrument",
      {},
      element(
        "cardDetails",
        {},
        element("expiryDate", {}, element("date", { month, year })),
        element("cardHolderName", {}, order.holder),
      ),
    ),
  );
}
