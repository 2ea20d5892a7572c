import { assert, constantFrom, nat, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import type { AuthoriseOutcome } from "../port";
import type { Answer } from "./gateway";
import { acknowledge } from "./move-money";
import { outcomeOf, type Asked } from "./outcome";
import { snapshotOf } from "./query";
import { readReply } from "./read-reply";
import {
  DTD_FILE,
  PAYMENT_ID,
  replyDocument,
  RETURN_URL,
  testCredentials,
  under,
  validate,
} from "./test-worldpay";

const CODE = `${PAYMENT_ID}-o1`;
const ASKED: Asked = {
  orderCode: CODE,
  exemption: "optimised",
  shopperId: PAYMENT_ID,
  threeDs: { returnUrl: RETURN_URL, sessionId: PAYMENT_ID },
};
const AMOUNT = '<amount value="1234" currencyCode="GBP" exponent="2" debitCreditIndicator="credit"/>';

const TOKEN =
  `<token><authenticatedShopperID>${PAYMENT_ID}</authenticatedShopperID><tokenDetails tokenEvent="NEW">` +
  `<paymentTokenID>9902000000000000001</paymentTokenID><paymentTokenExpiry><date dayOfMonth="1" month="3" year="2033"/>` +
  `</paymentTokenExpiry><tokenReason>card</tokenReason></tokenDetails><paymentInstrument><cardDetails/></paymentInstrument></token>`;

function paid(lastEvent: string, parts = "", beside = ""): string {
  return replyDocument(
    `<orderStatus orderCode="${CODE}"><payment><paymentMethod>VISA_CREDIT-SSL</paymentMethod>${AMOUNT}` +
      `<lastEvent>${lastEvent}</lastEvent>${parts}</payment>${beside}</orderStatus>`,
  );
}

function refused(code: string, beside = ""): string {
  return paid("REFUSED", `<ISO8583ReturnCode code="${code}" description="REFUSED"/>`, beside);
}

function fault(code: number, text: string): string {
  return replyDocument(`<error code="${code}"><![CDATA[${text}]]></error>`);
}

const challenge = replyDocument(
  `<orderStatus orderCode="${CODE}"><challengeRequired><threeDSChallengeDetails><threeDSVersion>2.1.0</threeDSVersion>` +
    `<transactionId3DS>rUT8fzKDaCdEmxyzFEv0</transactionId3DS><acsURL><![CDATA[ https://acs.example/challenge ]]></acsURL>` +
    `<payload>P.25de9db33221a55eedc6ac352b927a8c</payload></threeDSChallengeDetails></challengeRequired></orderStatus>`,
);

function answered(document: string): Answer {
  const reply = readReply(document);
  return reply ? { is: "reply", reply, machine: "0ab20014" } : { is: "unknown", cause: "unparsable" };
}

function outcome(document: string, changes: Partial<Asked> = {}): AuthoriseOutcome {
  return outcomeOf(under(testCredentials()), { ...ASKED, ...changes }, answered(document));
}

const SAMPLES: Record<string, string> = {
  authorised: paid(
    "AUTHORISED",
    '<AuthorisationId id="666"/><CVCResultCode description="APPROVED"/>' +
      '<ThreeDSecureResult description="Cardholder authenticated"/>' +
      "<schemeResponse><transactionIdentifier>060720116005062</transactionIdentifier></schemeResponse>",
    `<exemptionResponse result="HONOURED" reason="ISSUER_HONOURED"><exemption type="OP" placement="OPTIMISED"/></exemptionResponse>${TOKEN}`,
  ),
  refused: refused("51"),
  challenge,
  fault: fault(5, "Duplicate Order"),
  "a fault of an order": replyDocument(
    `<orderStatus orderCode="${CODE}"><error code="5">Could not find payment for order</error></orderStatus>`,
  ),
  receipt: replyDocument(`<ok><captureReceived orderCode="${CODE}">${AMOUNT}</captureReceived></ok>`),
};

describe.runIf(DTD_FILE)("Worldpay's own DTD (WPG_DTD)", () => {
  test.each(Object.entries(SAMPLES))("takes our sample of %s", (_, document) => {
    expect(() => validate(document)).not.toThrow();
  });
});

describe("an authorisation's answer", () => {
  test("that is authorised brings the saved card and what became of 3D Secure and its exemption", () => {
    expect(outcome(SAMPLES.authorised ?? "")).toEqual({
      is: "authorised",
      providerId: CODE,
      savedCard: {
        paymentTokenId: "9902000000000000001",
        schemeTransactionIdentifier: "060720116005062",
        authenticatedShopperId: PAYMENT_ID,
      },
      threeDs: { required: false },
      exemption: { type: "optimised", result: "honoured" },
    });
    expect(outcome(paid("AUTHORISED"))).toEqual({ is: "authorised", providerId: CODE });
  });

  test("needs no more of a saved card than its id", () => {
    const bare = "<token><tokenDetails><paymentTokenID>99</paymentTokenID></tokenDetails></token>";
    expect(outcome(paid("AUTHORISED", "", bare))).toMatchObject({
      savedCard: { paymentTokenId: "99", authenticatedShopperId: PAYMENT_ID },
    });
    const none = '<token><error code="14">Token service</error></token>';
    expect(outcome(paid("AUTHORISED", "", none))).not.toHaveProperty("savedCard");
  });

  test.each([
    ["51", "insufficient_funds", true],
    ["05", "do_not_honour", true],
    ["46", "closed_account", false],
    ["41", "lost_card", false],
    ["83", "mastercard_security", true],
    ["973", "revocation_of_authorisation", false],
    ["999", "uncategorised", true],
    ["", "uncategorised", true],
  ])("that is refused with code %s says %s", (code, reason, canRetry) => {
    expect(outcome(refused(code))).toEqual({ is: "refused", providerId: CODE, reason, canRetry });
  });

  test.each([
    ["CANCELLED", { is: "refused", reason: "cancelled" }],
    ["ERROR", { is: "error" }],
    ["SENT_FOR_AUTHORISATION", { is: "unknown" }],
    ["CAPTURED", { is: "unknown" }],
    ["", { is: "unknown" }],
  ])("whose last event is %s means %o", (lastEvent, meaning) => {
    expect(outcome(paid(lastEvent))).toMatchObject(meaning);
  });

  test("with a challenge leads to the bank's page, and keeps what the second message needs", () => {
    expect(outcome(challenge)).toEqual({
      is: "challenge",
      providerId: CODE,
      challenge: {
        via: "post",
        url: "https://secure-test.worldpay.com/shopper/3ds/challenge.html",
        fields: { JWT: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/u) },
      },
      session: {
        sessionId: PAYMENT_ID,
        machine: "0ab20014",
        exemption: "optimised",
        shopperId: PAYMENT_ID,
      },
    });
  });

  test("with a second challenge is a refusal, and one nobody asked for a fault", () => {
    expect(outcome(challenge, { threeDs: "answered" })).toMatchObject({
      is: "refused",
      reason: "authentication_failed",
      threeDs: { required: true },
    });
    expect(outcome(challenge, { threeDs: "none" })).toMatchObject({ is: "error" });
  });

  test.each([
    [1, "Internal error", "unknown"],
    [2, "Parse error", "error"],
    [3, "Amount", "error"],
    [4, "Security violation", "error"],
    [5, "Duplicate Order", "unknown"],
    [5, "Order not ready", "unknown"],
    [5, "XML failed validation", "error"],
    [5, "Token does not exist", "refused"],
    [7, "Invalid payment details : Expiry date = 01-2020", "refused"],
    [7, "Invalid payment details : Card number : 4444", "refused"],
    [7, "Gateway error", "error"],
    [8, "Service not available", "unknown"],
    [9, "Request in progress", "unknown"],
    [13, "Cardinal", "unknown"],
    [14, "Token service", "unknown"],
  ])("that is error %i, %s, is %s and quotes nothing", (code, text, is) => {
    const answer = outcome(fault(code, text));
    expect(answer.is).toBe(is);
    expect(JSON.stringify(answer)).not.toContain(text);
  });

  test.each([
    ["a page", "<html><body>Sorry</body></html>"],
    ["half a reply", (SAMPLES.authorised ?? "").slice(0, 700)],
    ["no reply", replyDocument("").replace(/<reply>.*<\/reply>/u, "<submit/>")],
    ["an empty reply", replyDocument("")],
    ["another gateway's", (SAMPLES.authorised ?? "").replaceAll("paymentService", "paymentServer")],
    ["a receipt", SAMPLES.receipt ?? ""],
    ["another order's", paid("AUTHORISED").replace(CODE, "another")],
    ["a challenge without its page", challenge.replace(/<acsURL>.*<\/acsURL>/u, "")],
  ])("that is %s proves nothing", (_, document) => {
    expect(outcome(document)).toMatchObject({ is: "unknown" });
  });

  test("that wants 3D Secure 1 is a fault", () => {
    const demand = "<requestInfo><request3DSecure/></requestInfo>";
    const document = replyDocument(`<orderStatus orderCode="${CODE}">${demand}</orderStatus>`);
    expect(outcome(document)).toMatchObject({ is: "error" });
  });

  test("that never came proves nothing, and one from a closed door that nothing was done", () => {
    const context = under(testCredentials());
    const unknown = { is: "unknown", cause: "timeout" } as const;
    expect(outcomeOf(context, ASKED, unknown)).toEqual(unknown);
    expect(outcomeOf(context, ASKED, { is: "turnedAway", status: 401 })).toMatchObject({ is: "error" });
    expect(outcomeOf(context, ASKED, { is: "notSent", cause: "ECONNREFUSED" })).toMatchObject({
      is: "error",
    });
  });
});

test("whatever comes in the place of an answer, nothing is authorised that Worldpay did not authorise", () => {
  const documents = constantFrom(...Object.values(SAMPLES), paid("AUTHORISED"), refused("5"));
  const noise = string({ unit: "binary", maxLength: 12 });
  assert(
    property(documents, nat(), nat(40), noise, (document, from, length, instead) => {
      const at = from % document.length;
      const spoilt = document.slice(0, at) + instead + document.slice(at + length);
      const { is } = outcome(spoilt);
      if (is === "authorised") expect(spoilt).toMatch(/AUTHORISED/u);
      expect(snapshotOf(CODE, answered(spoilt))).toHaveProperty("state");
    }),
    { numRuns: 100 },
  );
});

describe("a modification's answer", () => {
  const capture = { receipt: "captureReceived", means: "accepted", mayRepeat: true } as const;
  const refund = { receipt: "refundReceived", means: "accepted", mayRepeat: false } as const;

  test("is a receipt of that very thing, or proves nothing", () => {
    expect(acknowledge(answered(SAMPLES.receipt ?? ""), CODE, capture)).toEqual({ is: "accepted" });
    expect(acknowledge(answered(SAMPLES.receipt ?? ""), "another", capture)).toMatchObject({ is: "unknown" });
    expect(acknowledge(answered(SAMPLES.receipt ?? ""), CODE, refund)).toMatchObject({ is: "unknown" });
    expect(acknowledge(answered(paid("CAPTURED")), CODE, capture)).toMatchObject({ is: "unknown" });
  });

  test.each([
    [4, "rejected"],
    [5, "rejected"],
    [1, "unknown"],
    [8, "unknown"],
  ])("with error %i is %s", (code, is) => {
    expect(acknowledge(answered(fault(code, "x")), CODE, refund).is).toBe(is);
  });

  test("that never left waits where it may be sent again, and has failed where it may not", () => {
    const notSent: Answer = { is: "notSent", cause: "ECONNREFUSED" };
    expect(acknowledge(notSent, CODE, capture)).toMatchObject({ is: "unknown" });
    expect(acknowledge(notSent, CODE, refund)).toMatchObject({ is: "rejected" });
    expect(acknowledge({ is: "unknown", cause: "reset" }, CODE, refund)).toMatchObject({ is: "unknown" });
  });
});

describe("an inquiry's answer", () => {
  test.each([
    ["AUTHORISED", "authorised"],
    ["CAPTURED", "captured"],
    ["SETTLED_BY_MERCHANT", "captured"],
    ["SENT_FOR_REFUND", "captured"],
    ["REFUND_FAILED", "captured"],
    ["CHARGED_BACK", "captured"],
    ["REFUSED_BY_BANK", "refused"],
    ["CANCELLED", "voided"],
    ["EXPIRED", "expired"],
    ["CAPTURE_FAILED", "error"],
    ["ERROR", "error"],
    ["null", "error"],
    ["SENT_FOR_AUTHORISATION", "unknown"],
    ["SOMETHING_NEW", "unknown"],
    ["constructor", "unknown"],
  ])("%s is %s", (lastEvent, state) => {
    expect(snapshotOf(CODE, answered(paid(lastEvent))).state).toBe(state);
  });

  test("tells why it was refused, the day it was captured and the card it saved", () => {
    expect(snapshotOf(CODE, answered(refused("51")))).toEqual({
      state: "refused",
      providerId: CODE,
      reason: "insufficient_funds",
      canRetry: true,
    });
    const journal =
      '<journal journalType="CAPTURED"><bookingDate><date dayOfMonth="2" month="03" year="2026"/></bookingDate></journal>';
    expect(snapshotOf(CODE, answered(paid("CAPTURED", "", journal + TOKEN)))).toMatchObject({
      state: "captured",
      capturedOn: "2026-03-02",
      savedCard: { authenticatedShopperId: PAYMENT_ID },
    });
  });

  test("is missing only by code and text together", () => {
    expect(snapshotOf(CODE, answered(SAMPLES["a fault of an order"] ?? "")).state).toBe("missing");
    expect(snapshotOf(CODE, answered(fault(5, "Could not find payment for order"))).state).toBe("missing");
    expect(snapshotOf(CODE, answered(fault(8, "Could not find payment for order"))).state).toBe("unknown");
    expect(snapshotOf(CODE, answered(fault(5, "Order not ready"))).state).toBe("unknown");
    expect(snapshotOf(CODE, { is: "turnedAway", status: 401 }).state).toBe("unknown");
  });
});
