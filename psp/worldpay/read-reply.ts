import { find, list, readXml, textOf } from "./read-xml";
import type { XmlElement } from "./xml";

/** What Worldpay says of an order's payment, in its own words. */
export interface PaymentReply {
  readonly is: "payment";
  readonly orderCode: string;
  readonly lastEvent: string;
  /** Why it was refused: an ISO 8583 code. */
  readonly returnCode?: string;
  /** Present when 3D Secure was performed, whether or not the payer noticed. */
  readonly threeDsResult?: string;
  readonly exemptionResult?: string;
  readonly token?: SavedToken;
  readonly capturedOn?: string;
}

export interface SavedToken {
  readonly paymentTokenId: string;
  readonly schemeTransactionIdentifier?: string;
  readonly authenticatedShopperId?: string;
}

export interface ChallengeReply {
  readonly is: "challenge";
  readonly orderCode: string;
  readonly acsUrl: string;
  readonly payload: string;
  readonly transactionId: string;
}

export type Reply =
  | PaymentReply
  | ChallengeReply
  /** A modification was received; what becomes of it is told later. `about` is an order code or a token. */
  | { readonly is: "receipt"; readonly of: string; readonly about: string }
  /** The bank wants 3D Secure 1, which is no more: the payment goes no further. */
  | { readonly is: "outdatedChallenge" }
  | { readonly is: "fault"; readonly code: number; readonly text: string };

/** Reads a reply; undefined for anything of which no sense can be made. */
export function readReply(document: string): Reply | undefined {
  const reply = find(rootOf(document), "reply");
  if (!reply) return undefined;
  const status = find(reply, "orderStatus");
  const error = find(reply, "error") ?? find(status, "error");
  if (error) return faultOf(error);
  if (status) return statusOf(status);
  const receipt = find(reply, "ok")?.children.find((child) => typeof child !== "string");
  if (!receipt || typeof receipt === "string") return undefined;
  const { orderCode, paymentTokenID } = receipt.attributes;
  return { is: "receipt", of: receipt.name, about: orderCode ?? paymentTokenID ?? "" };
}

/** The root, if it is the gateway's. */
function rootOf(document: string): XmlElement | undefined {
  const root = readXml(document);
  return root?.name === "paymentService" ? root : undefined;
}

function faultOf(error: XmlElement): Reply | undefined {
  const code = Number(error.attributes.code);
  return Number.isInteger(code) ? { is: "fault", code, text: textOf(error) ?? "" } : undefined;
}

function statusOf(status: XmlElement): Reply | undefined {
  const { orderCode } = status.attributes;
  if (orderCode === undefined) return undefined;
  if (find(status, "requestInfo", "request3DSecure")) return { is: "outdatedChallenge" };
  return find(status, "challengeRequired") ? challengeOf(status, orderCode) : paymentOf(status, orderCode);
}

function challengeOf(status: XmlElement, orderCode: string): ChallengeReply | undefined {
  const details = find(status, "challengeRequired", "threeDSChallengeDetails");
  const [version, transactionId, acsUrl, payload] = [
    "threeDSVersion",
    "transactionId3DS",
    "acsURL",
    "payload",
  ].map((name) => textOf(find(details, name)));
  if (!version || !transactionId || !acsUrl || !payload) return undefined;
  return { is: "challenge", orderCode, acsUrl, payload, transactionId };
}

function paymentOf(status: XmlElement, orderCode: string): PaymentReply | undefined {
  const payment = find(status, "payment");
  if (!payment) return undefined;
  const attribute = (name: string, key: string) => find(payment, name)?.attributes[key];
  const returnCode = attribute("ISO8583ReturnCode", "code");
  const threeDsResult = attribute("ThreeDSecureResult", "description");
  const exemptionResult = find(status, "exemptionResponse")?.attributes.result;
  const token = tokenOf(status, payment);
  const capturedOn = list(status, "journal")
    .filter(({ attributes }) => attributes.journalType === "CAPTURED")
    .map(bookingDateOf)[0];
  return {
    is: "payment",
    orderCode,
    lastEvent: textOf(find(payment, "lastEvent")) ?? "",
    ...(returnCode !== undefined && { returnCode }),
    ...(threeDsResult !== undefined && { threeDsResult }),
    ...(exemptionResult !== undefined && { exemptionResult }),
    ...(token && { token }),
    ...(capturedOn !== undefined && { capturedOn }),
  };
}

/** Of a saved card only its id is needed; all else that should come with it is not insisted on. */
function tokenOf(status: XmlElement, payment: XmlElement): SavedToken | undefined {
  const paymentTokenId = textOf(find(status, "token", "tokenDetails", "paymentTokenID"));
  if (paymentTokenId === undefined) return undefined;
  const schemeTransactionIdentifier = textOf(find(payment, "schemeResponse", "transactionIdentifier"));
  const authenticatedShopperId = textOf(find(status, "token", "authenticatedShopperID"));
  return {
    paymentTokenId,
    ...(schemeTransactionIdentifier !== undefined && { schemeTransactionIdentifier }),
    ...(authenticatedShopperId !== undefined && { authenticatedShopperId }),
  };
}

/** The day that a journal was booked on, as YYYY-MM-DD. */
export function bookingDateOf(journal: XmlElement): string | undefined {
  const { dayOfMonth, month, year } = find(journal, "bookingDate", "date")?.attributes ?? {};
  if (!dayOfMonth || !month || !year) return undefined;
  const day = `${year}-${month.padStart(2, "0")}-${dayOfMonth.padStart(2, "0")}`;
  return Number.isNaN(Date.parse(`${day}T00:00:00Z`)) ? undefined : day;
}
