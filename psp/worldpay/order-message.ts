import type { Address, AuthoriseCommand, PspCard, RecurringCommand } from "../port";
import type { WorldpayCredentials } from "./credentials";
import { element, textElement, type XmlElement } from "./xml";

/** Which exemption from 3D Secure is asked for. */
export type AskedExemption = "corporate" | "optimised";

export interface OrderFacts {
  readonly orderCode: string;
  readonly exemption: AskedExemption | undefined;
  readonly settings: WorldpayCredentials["settings"];
}

/** Whether the payer's bank may be asked to challenge: only where a payer is there to answer. */
export function asksFor3ds({ moto, threeDsReturnUrl }: AuthoriseCommand): boolean {
  return !moto && threeDsReturnUrl !== null;
}

/**
 * Whose card is saved, where one is. Worldpay gives a shopper's card the same token each time, and who deletes it for
 * one payment deletes it for all: so each payment that saves a card is a shopper of its own.
 */
export function shopperOf({ saveFor, paymentId }: AuthoriseCommand): string | undefined {
  return saveFor === null ? undefined : paymentId;
}

/** An order with its card. The order of elements is the DTD's and matters. */
export function orderMessage(command: AuthoriseCommand, facts: OrderFacts): XmlElement {
  const { saveFor, moto } = command;
  const threeDs = asksFor3ds(command);
  return submit(
    facts.orderCode,
    element("description", {}, command.description),
    amount(command.amount),
    element(
      "paymentDetails",
      {},
      // A telephone order carries the card and nothing else, unless the card is to be saved.
      cardElement(command.card, moto && !saveFor ? null : command.card.billingAddress),
      saveFor
        ? element("storedCredentials", {
            usage: "FIRST",
            customerInitiatedReason: saveFor.use.toUpperCase(),
          })
        : undefined,
      threeDs ? sessionElement(command, facts) : undefined,
    ),
    shopperElement(command, facts, threeDs),
    saveFor
      ? element(
          "createToken",
          { tokenScope: "shopper" },
          textElement("tokenEventReference", command.paymentId),
        )
      : undefined,
    moto && facts.settings.dynamicInteractionType
      ? element("dynamicInteractionType", { type: "MOTO" })
      : undefined,
    threeDs ? additional3dsData(command) : undefined,
    threeDs ? exemptionElement(facts.exemption) : undefined,
  );
}

/** A payment with a saved card, with nobody there. */
export function savedCardMessage(command: RecurringCommand, orderCode: string): XmlElement {
  const { paymentTokenId, schemeTransactionIdentifier, authenticatedShopperId } = command.token;
  return submit(
    orderCode,
    element("description", {}, command.description),
    amount(command.amount),
    element(
      "paymentDetails",
      {},
      element("TOKEN-SSL", { tokenScope: "shopper" }, textElement("paymentTokenID", paymentTokenId)),
      element(
        "storedCredentials",
        { usage: "USED", merchantInitiatedReason: command.use.toUpperCase() },
        textElement("schemeTransactionIdentifier", schemeTransactionIdentifier),
      ),
    ),
    element("shopper", {}, textElement("authenticatedShopperID", authenticatedShopperId)),
  );
}

/** The second message of 3D Secure, once the payer is back from their bank. */
export function completedAuthenticationMessage(orderCode: string, sessionId: string): XmlElement {
  return submit(
    orderCode,
    element("info3DSecure", {}, element("completedAuthentication")),
    element("session", { id: sessionId }),
  );
}

export function amount(pence: number): XmlElement {
  return element("amount", { value: pence, currencyCode: "GBP", exponent: 2 });
}

function submit(orderCode: string, ...children: (XmlElement | undefined)[]): XmlElement {
  return element("submit", {}, element("order", { orderCode }, ...children));
}

function cardElement(card: PspCard, address: Address | null): XmlElement {
  const { number, securityCode, expiryMonth, expiryYear, cardholderName } = card;
  const expiry = { month: String(expiryMonth).padStart(2, "0"), year: expiryYear };
  return element(
    "CARD-SSL",
    {},
    element("cardNumber", {}, number.reveal()),
    element("expiryDate", {}, element("date", expiry)),
    element("cardHolderName", {}, cardholderName),
    textElement("cvc", securityCode.reveal()),
    address ? element("cardAddress", {}, addressElement(address)) : undefined,
  );
}

function addressElement({ line1, line2, city, postcode, country }: Address): XmlElement {
  return element(
    "address",
    {},
    textElement("address1", line1),
    textElement("address2", line2),
    element("postalCode", {}, postcode),
    textElement("city", city),
    element("countryCode", {}, country),
  );
}

/** The session is the payment: the second message repeats it. */
function sessionElement({ paymentId, payer }: AuthoriseCommand, { settings }: OrderFacts): XmlElement {
  const shopperIPAddress = (settings.sendPayerIp && payer.ip) || undefined;
  return element("session", { shopperIPAddress, id: paymentId });
}

function shopperElement(
  command: AuthoriseCommand,
  { settings }: OrderFacts,
  threeDs: boolean,
): XmlElement | undefined {
  const { payer } = command;
  const email = threeDs && settings.sendPayerEmail ? payer.email : null;
  const shopperId = shopperOf(command);
  if (email === null && shopperId === undefined && !threeDs) return undefined;
  return element(
    "shopper",
    {},
    textElement("shopperEmailAddress", email),
    textElement("authenticatedShopperID", shopperId),
    threeDs
      ? element(
          "browser",
          {},
          textElement("acceptHeader", payer.accept || "*/*"),
          textElement("userAgentHeader", payer.userAgent || "unknown"),
          payer.deviceData === null ? element("browserLanguage", {}, payer.language) : undefined,
        )
      : undefined,
  );
}

/** Without a device check the bank is told to expect no script. */
function additional3dsData({ payer: { deviceData } }: AuthoriseCommand): XmlElement {
  return element("additional3DSData", {
    dfReferenceId: deviceData ?? "",
    challengeWindowSize: "390x400",
    challengePreference: "noPreference",
    javaScriptEnabled: deviceData === null ? "false" : undefined,
  });
}

function exemptionElement(exemption: AskedExemption | undefined): XmlElement | undefined {
  switch (exemption) {
    case "corporate":
      return element("exemption", { type: "CP", placement: "AUTHORISATION" });
    case "optimised":
      return element("exemption", { type: "OP", placement: "OPTIMISED" });
    case undefined:
      return undefined;
  }
}
