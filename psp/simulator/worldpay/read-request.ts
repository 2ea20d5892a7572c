import { find, readXml, textOf } from "../../worldpay/read-xml";
import type { XmlElement } from "../../worldpay/xml";
import type { SimulatedRequest, Subject } from "../protocol";

export const GATEWAY_PATH = "/jsp/merchant/xml/paymentService.jsp";

/** A message to the gateway: whose it says it is, and the one thing that it wants. */
export interface GatewayMessage {
  readonly merchantCode: string;
  readonly operation: XmlElement;
}

export function readMessage(body: string): GatewayMessage | undefined {
  const root = readXml(body);
  if (root?.name !== "paymentService") return undefined;
  const [operation, second] = root.children.filter((child) => typeof child !== "string");
  if (!operation || second) return undefined;
  return { merchantCode: root.attributes.merchantCode ?? "", operation };
}

/** What a request is about, for faults and the log. */
export function subjectOf(request: SimulatedRequest): Subject {
  if (request.path !== GATEWAY_PATH) return { operation: request.path.replace(/^.*\/|\.html$/gu, "") };
  const message = readMessage(request.body);
  if (!message) return { operation: "unreadable" };
  const { operation } = message;
  const order =
    find(operation, "order") ?? find(operation, "orderModification") ?? find(operation, "orderInquiry");
  const ref = order?.attributes.orderCode;
  const amount = find(order, "amount") ?? find(order, "capture", "amount") ?? find(order, "refund", "amount");
  const card = textOf(find(order, "paymentDetails", "CARD-SSL", "cardNumber"));
  return {
    operation: nameOf(operation),
    ...(ref !== undefined && { ref }),
    ...(amount && { amount: Number(amount.attributes.value) }),
    ...(card !== undefined && { card }),
  };
}

function nameOf(operation: XmlElement): string {
  if (operation.name === "inquiry") return "inquiry";
  if (find(operation, "paymentTokenDelete")) return "deleteToken";
  const modification = find(operation, "orderModification");
  for (const name of ["capture", "cancel", "refund"]) if (find(modification, name)) return name;
  if (find(operation, "order", "info3DSecure")) return "complete3ds";
  return find(operation, "order", "paymentDetails", "TOKEN-SSL") ? "authoriseSavedCard" : "authorise";
}

/** A body without the card's number and code; of a page's form nothing is needed. */
export function withoutCard({ path, body }: SimulatedRequest): string {
  if (path !== GATEWAY_PATH) return "";
  return body
    .replaceAll(/(<cardNumber>)[^<]*(\d{4}<\/cardNumber>)/gu, "$1************$2")
    .replaceAll(/(<cvc>)[^<]*(<\/cvc>)/gu, "$1***$2");
}
