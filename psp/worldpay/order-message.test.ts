import { describe, expect, test } from "vitest";
import type { AuthoriseCommand } from "../port";
import {
  cancelMessage,
  captureMessage,
  deleteTokenMessage,
  inquiryMessage,
  refundMessage,
} from "./modification-message";
import {
  completedAuthenticationMessage,
  orderMessage,
  savedCardMessage,
  type AskedExemption,
} from "./order-message";
import {
  AGREEMENT_ID,
  authoriseCommand,
  documentOf,
  DTD_FILE,
  NOW,
  PAYMENT_ID,
  recurringCommand,
  REFUND_ID,
  settings,
  validate,
} from "./test-worldpay";
import { writeXml, type XmlElement } from "./xml";

const SAVE = { agreementId: AGREEMENT_ID, description: "Membership", use: "unscheduled" } as const;
const EVERYTHING = settings({ sendPayerEmail: true, sendPayerIp: true, dynamicInteractionType: true });
const CODE = `${PAYMENT_ID}-o1`;
const ADDRESS = {
  line1: "1 <High> Street",
  line2: 'Flat \u0000 "2"',
  city: "Caerdydd",
  postcode: "CF10 1AA",
  country: "GB",
};

function order(
  changes: Partial<AuthoriseCommand> = {},
  exemption?: AskedExemption,
  switches = settings(),
): XmlElement {
  return orderMessage(authoriseCommand(changes), { orderCode: CODE, exemption, settings: switches });
}

const withoutDeviceData = { ...authoriseCommand().payer, deviceData: null, hasScript: false };
const card = authoriseCommand().card;

const MESSAGES: Record<string, XmlElement> = {
  "a card payment with 3D Secure": order(),
  "every part at once": order(
    { saveFor: SAVE, card: { ...card, billingAddress: ADDRESS } },
    "optimised",
    EVERYTHING,
  ),
  "a company's card, exempt": order({ corporate: true }, "corporate"),
  "a browser without script": order({ payer: withoutDeviceData }),
  "a payment without 3D Secure": order({ threeDsReturnUrl: null }),
  "a telephone order": order({ moto: true }, undefined, EVERYTHING),
  "a telephone order that saves its card": order({ moto: true, saveFor: SAVE }, undefined, EVERYTHING),
  "a payment with a saved card": savedCardMessage(recurringCommand(), `${PAYMENT_ID}-m1`),
  "a payment with a saved card of which its scheme said nothing": savedCardMessage(
    recurringCommand({ token: { paymentTokenId: "99", authenticatedShopperId: AGREEMENT_ID } }),
    `${PAYMENT_ID}-m1`,
  ),
  "the second message": completedAuthenticationMessage(CODE, PAYMENT_ID),
  "a capture": captureMessage(CODE, 1234, NOW),
  "a cancellation": cancelMessage(CODE),
  "a refund": refundMessage(CODE, REFUND_ID, 34),
  "the deletion of a saved card": deleteTokenMessage("9902000000000000001", AGREEMENT_ID),
  "an inquiry": inquiryMessage(CODE),
};

describe.runIf(DTD_FILE)("Worldpay's own DTD (WPG_DTD)", () => {
  test.each(Object.entries(MESSAGES))("takes %s", (_, message) => {
    expect(() => validate(documentOf(message))).not.toThrow();
  });

  test("would not take an order whose parts are in another order", () => {
    const [before, after] = [/(<dynamicInteractionType[^>]*>)(.*)(<exemption[^>]*>)/u, "$3$2$1"] as const;
    const message = order({ moto: true, saveFor: SAVE }, undefined, EVERYTHING);
    const swapped = documentOf(message).replace(
      "</order>",
      '<exemption type="CP" placement="AUTHORISATION"/></order>',
    );
    expect(() => validate(swapped)).not.toThrow();
    expect(() => validate(swapped.replace(before, after))).toThrow(/content/u);
  });
});

describe("an order", () => {
  test("is written as Worldpay expects it", () => {
    expect(writeXml(order())).toBe(
      `<submit><order orderCode="${CODE}"><description>A licence &amp; more</description>` +
        `<amount value="1234" currencyCode="GBP" exponent="2"/><paymentDetails><CARD-SSL>` +
        `<cardNumber>4444333322221111</cardNumber><expiryDate><date month="03" year="2030"/></expiryDate>` +
        `<cardHolderName>A Payer</cardHolderName><cvc>123</cvc><cardAddress><address>` +
        `<address1>1 High Street</address1><postalCode>CF10 1AA</postalCode><city>Cardiff</city>` +
        `<countryCode>GB</countryCode></address></cardAddress></CARD-SSL><session id="${PAYMENT_ID}"/>` +
        `</paymentDetails><shopper><browser><acceptHeader>text/html</acceptHeader>` +
        `<userAgentHeader>Browser "1" &amp; &lt;more&gt;</userAgentHeader></browser></shopper>` +
        `<additional3DSData dfReferenceId="0_device-session" challengeWindowSize="390x400" ` +
        `challengePreference="noPreference"/></order></submit>`,
    );
  });

  test("by telephone carries the card alone", () => {
    const message = writeXml(
      order({ moto: true }, "optimised", settings({ sendPayerEmail: true, sendPayerIp: true })),
    );
    expect(message).toBe(
      `<submit><order orderCode="${CODE}"><description>A licence &amp; more</description>` +
        `<amount value="1234" currencyCode="GBP" exponent="2"/><paymentDetails><CARD-SSL>` +
        `<cardNumber>4444333322221111</cardNumber><expiryDate><date month="03" year="2030"/></expiryDate>` +
        `<cardHolderName>A Payer</cardHolderName><cvc>123</cvc></CARD-SSL></paymentDetails></order></submit>`,
    );
  });

  test("says who the payer is only where the account wants that", () => {
    expect(writeXml(order())).not.toMatch(/payer@example|2001:db8/u);
    const told = writeXml(order({}, undefined, EVERYTHING));
    expect(told).toContain("<shopperEmailAddress>payer@example.com</shopperEmailAddress>");
    expect(told).toContain(`<session shopperIPAddress="2001:db8::1" id="${PAYMENT_ID}"/>`);
  });

  test("expects no script of a browser that ran no device check", () => {
    const message = writeXml(order({ payer: withoutDeviceData }));
    expect(message).toContain('dfReferenceId="" challengeWindowSize="390x400"');
    expect(message).toContain('javaScriptEnabled="false"');
    expect(message).toContain("<browserLanguage>cy</browserLanguage>");
  });

  test("asks for an exemption only where it could be challenged", () => {
    expect(writeXml(order({}, "corporate"))).toContain('<exemption type="CP" placement="AUTHORISATION"/>');
    expect(writeXml(order({}, "optimised"))).toContain('<exemption type="OP" placement="OPTIMISED"/>');
    expect(writeXml(order())).not.toContain("exemption");
    expect(writeXml(order({ threeDsReturnUrl: null }, "optimised"))).not.toContain("exemption");
  });

  test("can be broken by nothing that a payer types", () => {
    const hostile = `]]></cardHolderName><x y="z">&amp;<!--\u0000\uFFFE\u{1F600}`;
    const message = documentOf(order({ description: hostile, card: { ...card, cardholderName: hostile } }));
    expect(message).not.toContain("<x");
    expect(message).toContain(
      ']]&gt;&lt;/cardHolderName&gt;&lt;x y="z"&gt;&amp;amp;&lt;!--\u{1F600}</cardHolderName>',
    );
  });
});
