import { randomBytes, randomUUID } from "node:crypto";
import { find, textOf } from "../../worldpay/read-xml";
import type { XmlElement } from "../../worldpay/xml";
import { decide, openOrder, type Bank } from "./bank";
import { fateOf, methodOf, refusal, WITHOUT_TOKEN, type Fate, type Verdict } from "./fates";
import { findOrder, lastEventOf, masked, type Order } from "./orders";
import { challengeStatus, errorElement, legacyChallengeStatus, orderStatus } from "./write-reply";

/** An answer, and what becomes of it on its way back. */
export interface Answered {
  readonly element: XmlElement;
  readonly machine?: string;
  readonly fate?: Fate;
}

const LONGEST_ORDER_CODE = 64;

/** A payment with a card or with a saved one. */
export function takeOrder(bank: Bank, merchantCode: string, message: XmlElement): Answered {
  const { orderCode = "" } = message.attributes;
  if (orderCode === "" || orderCode.length > LONGEST_ORDER_CODE) return fault(5, "Invalid order code");
  if (findOrder(bank.books, merchantCode, orderCode)) return fault(5, "Duplicate Order");
  const amount = find(message, "amount")?.attributes;
  const pence = Number(amount?.value);
  if (!Number.isSafeInteger(pence) || pence < 1 || amount?.currencyCode !== "GBP")
    return fault(3, "Invalid amount");
  const given = find(message, "paymentDetails", "TOKEN-SSL")
    ? savedCardOf(bank, message)
    : cardOf(message, bank);
  if ("element" in given) return given;

  if (lacksBrowser(message)) return fault(5, "Order has missing info for 3D-secure transaction");

  const { verdict, exemption } = verdictOn(given, message);
  const challenged = isChallenged(given, message);
  if (challenged === "version1") return { element: legacyChallengeStatus(orderCode) };
  const order: Order = {
    merchantCode,
    orderCode,
    pence,
    ...given,
    verdict,
    history: [],
    isCaptureSent: false,
    capturedPence: 0,
    refunds: [],
    ...(exemption && { exemption }),
    ...saving(given, message),
    ...(challenged === "frictionless" && {
      threeDsResult: given.fate.threeDsResult ?? "Cardholder authenticated",
    }),
    ...(challenged === "challenge" && { challenge: newChallenge(message) }),
  };
  openOrder(bank, order);
  const { fate } = given;
  if (order.challenge) return { element: challengeStatus(order), machine: order.challenge.machine, fate };
  return { element: orderStatus(order, lastEventOf(order) ?? ""), fate };
}

/** The second message of 3D Secure: of the same order and session, and on the machine that began it. */
export function takeSecondMessage(
  bank: Bank,
  merchantCode: string,
  message: XmlElement,
  machines: readonly string[],
): Answered {
  const order = findOrder(bank.books, merchantCode, message.attributes.orderCode ?? "");
  const challenge = order?.challenge;
  const isRight =
    challenge &&
    order.history.length === 0 &&
    find(message, "session")?.attributes.id === challenge.sessionId &&
    machines.length === 1 &&
    machines[0] === challenge.machine;
  if (!isRight) return fault(5, "Could not find payment session: unable to find data in SessionCache");
  const isPassed = challenge.answer === "pass" && !order.fate.isImpassable;
  const decided: Order = isPassed ? order : Object.assign(order, { verdict: refusal(65) });
  decided.threeDsResult = isPassed
    ? (order.fate.threeDsResult ?? "Cardholder authenticated")
    : "Cardholder not authenticated";
  decide(bank, decided, decided.verdict.is);
  return { element: orderStatus(decided, decided.verdict.is) };
}

interface Given {
  readonly description: string;
  readonly maskedNumber: string;
  readonly holder: string;
  readonly expiry: { month: string; year: string };
  readonly fate: Fate;
  readonly isSaved: boolean;
}

function cardOf(message: XmlElement, { world }: Bank): Given | Answered {
  const card = find(message, "paymentDetails", "CARD-SSL");
  const number = textOf(find(card, "cardNumber")) ?? "";
  const holder = textOf(find(card, "cardHolderName")) ?? "";
  const { month = "", year = "" } = find(card, "expiryDate", "date")?.attributes ?? {};
  if (!isCardNumber(number)) return fault(7, "Invalid payment details : Card number");
  if (Date.UTC(Number(year), Number(month), 1) <= world.now().getTime())
    return fault(7, `Invalid payment details : Expiry date = ${month}-${year}`);
  const fate = fateOf(holder, number);
  return {
    description: textOf(find(message, "description")) ?? "",
    maskedNumber: masked(number),
    holder,
    expiry: { month, year },
    fate,
    isSaved: false,
  };
}

function savedCardOf({ books }: Bank, message: XmlElement): Given | Answered {
  const id = textOf(find(message, "paymentDetails", "TOKEN-SSL", "paymentTokenID"));
  const shopper = textOf(find(message, "shopper", "authenticatedShopperID"));
  const saved = books.savedCards.find(
    (card) => card.id === id && card.shopper === shopper && !card.isDeleted,
  );
  if (!saved) return fault(5, "Token does not exist");
  const { maskedNumber, holder, expiry, fate } = saved;
  return {
    description: textOf(find(message, "description")) ?? "",
    maskedNumber,
    holder,
    expiry,
    fate,
    isSaved: true,
  };
}

/** Whether the card is taken, a wish to be exempt from 3D Secure considered. */
function verdictOn(
  { fate, isSaved }: Given,
  message: XmlElement,
): { verdict: Verdict; exemption?: Order["exemption"] } {
  if (isSaved) return { verdict: fate.later ?? fate.verdict };
  const asked = find(message, "exemption")?.attributes;
  if (!asked) return { verdict: fate.verdict };
  const { type = "", placement = "" } = asked;
  const { result, reason, isSoftDecline } = fate.exemption ?? {
    result: "HONOURED",
    reason: "ISSUER_HONOURED",
    isSoftDecline: false,
  };
  return {
    verdict: isSoftDecline ? refusal(65) : fate.verdict,
    exemption: { type, placement, result, reason },
  };
}

/** 3D Secure happens only where the message brings its data, and not to all schemes. */
function isChallenged({ fate, maskedNumber, isSaved }: Given, message: XmlElement): Fate["threeDs"] {
  const isAskedFor = find(message, "additional3DSData") !== undefined;
  return isAskedFor && !isSaved && methodOf(maskedNumber).has3ds ? fate.threeDs : undefined;
}

function lacksBrowser(message: XmlElement): boolean {
  const browser = find(message, "shopper", "browser");
  const isWhole = ["acceptHeader", "userAgentHeader"].every((name) => textOf(find(browser, name)));
  return find(message, "additional3DSData") !== undefined && !isWhole;
}

function newChallenge(message: XmlElement): NonNullable<Order["challenge"]> {
  return {
    sessionId: find(message, "paymentDetails", "session")?.attributes.id ?? "",
    transactionId: randomUUID(),
    acsUrl: "https://acs.simulator.example/challenge",
    payload: randomBytes(24).toString("base64url"),
    machine: randomBytes(8).toString("hex"),
  };
}

function saving({ maskedNumber }: Given, message: XmlElement): Pick<Order, "saveFor"> {
  const shopper = textOf(find(message, "shopper", "authenticatedShopperID"));
  const wish = find(message, "createToken");
  if (!wish || shopper === undefined || maskedNumber === masked(WITHOUT_TOKEN)) return {};
  return { saveFor: { shopper, reference: textOf(find(wish, "tokenEventReference")) } };
}

function fault(code: number, text: string): Answered {
  return { element: errorElement(code, text) };
}

/** The check digit of a card number (Luhn). */
function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/u.test(number)) return false;
  const sum = Array.from(number)
    .reverse()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
