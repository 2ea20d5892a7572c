import { list } from "../../worldpay/read-xml";
import type { XmlElement } from "../../worldpay/xml";

/** What may stand in an element, in this order and at most once each; `!` must be there. The DTD's, as far as we go. */
const CONTENT: Readonly<Record<string, readonly string[]>> = {
  submit: ["order!"],
  modify: ["orderModification", "paymentTokenDelete"],
  inquiry: ["orderInquiry!"],
  order: [
    "description!",
    "amount!",
    "paymentDetails!",
    "shopper",
    "dynamic3DS",
    "createToken",
    "dynamicInteractionType",
    "additional3DSData",
    "exemption",
  ],
  paymentDetails: ["CARD-SSL", "TOKEN-SSL", "storedCredentials", "session"],
  "CARD-SSL": ["cardNumber!", "expiryDate!", "cardHolderName!", "cvc", "cardAddress"],
  "TOKEN-SSL": ["paymentTokenID!"],
  expiryDate: ["date!"],
  cardAddress: ["address!"],
  address: ["address1", "address2", "postalCode!", "city", "state", "countryCode!"],
  storedCredentials: ["schemeTransactionIdentifier"],
  shopper: ["shopperEmailAddress", "authenticatedShopperID", "browser"],
  browser: [
    "acceptHeader",
    "userAgentHeader",
    "httpAcceptLanguage",
    "browserLanguage",
    "browserJavaEnabled",
    "browserJavaScriptEnabled",
    "browserColourDepth",
    "browserScreenHeight",
    "browserScreenWidth",
  ],
  createToken: ["tokenEventReference"],
  info3DSecure: ["completedAuthentication!"],
  orderModification: ["cancel", "capture", "refund"],
  capture: ["date", "amount!"],
  refund: ["amount!"],
  cancel: [],
  paymentTokenDelete: ["paymentTokenID!", "authenticatedShopperID"],
};

/** Why a message breaks the order that the DTD lays down; undefined when it does not. */
export function faultInOrder(message: XmlElement): string | undefined {
  const content = isSecondMessage(message) ? ["info3DSecure!", "session!"] : CONTENT[message.name];
  const children = message.children.filter((child) => typeof child !== "string");
  if (!content) return children.length === 0 ? undefined : complaint(message);
  const names = content.map((name) => name.replace("!", ""));
  const places = children.map(({ name }) => names.indexOf(name));
  const isOrdered = places.every((place, index) => place > (places[index - 1] ?? -1));
  const isWhole = content.every(
    (name) => !name.endsWith("!") || list(message, name.slice(0, -1)).length === 1,
  );
  if (!isOrdered || !isWhole) return complaint(message);
  return children.map(faultInOrder).find((fault) => fault !== undefined);
}

function isSecondMessage(message: XmlElement): boolean {
  return message.name === "order" && list(message, "info3DSecure").length > 0;
}

function complaint({ name }: XmlElement): string {
  return `The content of element type "${name}" must match its declaration.`;
}
