import { assert, nat, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { readNotification } from "./read-notification";
import { DTD_FILE, NOW, PAYMENT_ID, REFUND_ID, testCredentials, validate } from "./test-worldpay";

const CODE = `${PAYMENT_ID}-o1`;
const AT = { paymentId: PAYMENT_ID, providerId: CODE };

interface Told {
  orderCode?: string;
  merchantCode?: string;
  journal?: string;
  payment?: string;
  lastEvent?: string;
  description?: string;
  day?: string;
}

function notification(journalType: string, told: Told = {}): string {
  const {
    orderCode = CODE,
    merchantCode = "ONEOFF",
    journal = "",
    payment = "",
    lastEvent = journalType,
  } = told;
  const description = told.description === undefined ? "" : ` description="${told.description}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE paymentService PUBLIC "-//WorldPay//DTD WorldPay PaymentService v1//EN" "http://dtd.worldpay.com/paymentService_v1.dtd">
<paymentService version="1.4" merchantCode="${merchantCode}"><notify><orderStatusEvent orderCode="${orderCode}">
<payment><paymentMethod>VISA-SSL</paymentMethod><amount value="1234" currencyCode="GBP" exponent="2"/>
<lastEvent>${lastEvent}</lastEvent>${payment}</payment>
<journal journalType="${journalType}"${description} sent="n"><bookingDate><date dayOfMonth="${told.day ?? "02"}" month="03" year="2026"/></bookingDate>
<accountTx accountType="IN_PROCESS_CAPTURED" batchId="1"><amount value="1234" currencyCode="GBP" exponent="2"/></accountTx>${journal}</journal>
</orderStatusEvent></notify></paymentService>`;
}

function read(body: string) {
  return readNotification({ ...testCredentials() }, { body, header: () => null }, NOW);
}

function event(journalType: string, told: Told = {}) {
  const answer = read(notification(journalType, told));
  if (answer.is !== "events") throw new Error(`Not believed: ${answer.why}`);
  const [first, second] = answer.events;
  if (!first || second) throw new Error("Not one event");
  return first;
}

const byCapture = `<journalReference type="capture" reference="${REFUND_ID}"/>`;
const approved = '<journalReference type="refund_authorisation" reference="A1"/>';
const notApproved = '<journalReference type="refund_authorisation" reference="null"/>';

describe.runIf(DTD_FILE)("Worldpay's own DTD (WPG_DTD)", () => {
  test("takes our samples", () => {
    expect(() => validate(notification("CAPTURED"))).not.toThrow();
    const refunded = { journal: byCapture, payment: `<refundReference>${REFUND_ID}</refundReference>` };
    expect(() => validate(notification("REFUNDED", refunded))).not.toThrow();
  });
});

describe("a notification", () => {
  test("of a capture tells the day it was booked on", () => {
    expect(event("CAPTURED")).toEqual({
      dedupeKey: expect.stringMatching(/^[0-9a-f]{64}$/u),
      happenedAt: NOW,
      type: "payment",
      ...AT,
      state: "captured",
      capturedOn: "2026-03-02",
    });
  });

  test("goes by its journal, not by what happened last", () => {
    expect(event("CAPTURED", { lastEvent: "REFUNDED" })).toMatchObject({
      type: "payment",
      state: "captured",
    });
  });

  test("of a capture that failed is told as such", () => {
    expect(event("CAPTURE_FAILED")).toMatchObject({ type: "payment", ...AT, state: "error" });
  });

  test.each([
    ["journal, type capture", { journal: byCapture }],
    ["journal, type refund", { journal: `<journalReference type="refund" reference="${REFUND_ID}"/>` }],
    ["payment's refundReference", { payment: `<refundReference>${REFUND_ID}</refundReference>` }],
    ["payment's reference", { payment: `<reference>${REFUND_ID}</reference>` }],
    [
      "journal, after one that is not ours",
      {
        journal: `<journalReference type="capture" reference="12"/><journalReference type="refund" reference="${REFUND_ID}"/>`,
      },
    ],
  ])("of a refund is known by the %s", (_, told) => {
    expect(event("REFUNDED", told)).toMatchObject({
      type: "refund",
      ...AT,
      refundId: REFUND_ID,
      state: "succeeded",
    });
  });

  test.each([
    ["REFUNDED", byCapture, "succeeded"],
    ["REFUNDED_BY_MERCHANT", byCapture, "succeeded"],
    ["SENT_FOR_REFUND", byCapture + approved, "succeeded"],
    ["SENT_FOR_REFUND", byCapture + notApproved, "pending"],
    ["SENT_FOR_REFUND", byCapture, "pending"],
    ["REFUND_FAILED", byCapture, "failed"],
  ])("%s with %s makes the refund %s", (journalType, journal, state) => {
    expect(event(journalType, { journal })).toMatchObject({ type: "refund", refundId: REFUND_ID, state });
  });

  test("of a failed refund says why", () => {
    expect(event("REFUND_FAILED", { journal: byCapture, description: "Card closed" })).toMatchObject({
      reason: "Card closed",
    });
  });

  test("of an authorisation is news, where its answer was lost", () => {
    expect(event("AUTHORISED")).toMatchObject({ type: "payment", ...AT, state: "authorised" });
  });

  test.each(["REFUSED", "CANCELLED", "EXPIRED", "SENT_FOR_AUTHORISATION", "CHARGED_BACK", "NEW_THING"])(
    "of %s asks for nothing",
    (journalType) => {
      expect(event(journalType)).toMatchObject({ type: "ignored" });
    },
  );

  test("of an order or a refund that is not ours asks for nothing", () => {
    expect(event("CAPTURED", { orderCode: "someone-elses" })).toMatchObject({ type: "ignored" });
    expect(event("REFUNDED")).toMatchObject({ type: "ignored" });
  });

  test("is recognised when it comes again, and told apart from any other", () => {
    const keys = [
      event("CAPTURED"),
      event("CAPTURED", { day: "03" }),
      event("SETTLED"),
      event("CAPTURED", { orderCode: `${PAYMENT_ID}-o2` }),
      event("CAPTURED", { merchantCode: "RECCIT" }),
      event("REFUNDED", { journal: byCapture }),
      event("REFUNDED", { journal: byCapture.replace(REFUND_ID, PAYMENT_ID) }),
    ].map(({ dedupeKey }) => dedupeKey);
    expect(new Set(keys).size).toBe(keys.length);
    expect(event("CAPTURED", { lastEvent: "SETTLED" }).dedupeKey).toBe(keys[0]);
  });

  test.each([
    ["another merchant's", notification("CAPTURED", { merchantCode: "STRANGER" })],
    ["nobody's", notification("CAPTURED").replace(' merchantCode="ONEOFF"', "")],
    ["not XML", "journalType=CAPTURED"],
    ["empty", ""],
    [
      "XML with entities",
      '<!DOCTYPE a [<!ENTITY x "y">]><paymentService merchantCode="ONEOFF">&x;</paymentService>',
    ],
  ])("that is %s is not believed", (_, body) => {
    expect(read(body)).toMatchObject({ is: "forged" });
  });

  test("that is spoilt in any way is read or refused, and never a fault", () => {
    const document = notification("REFUNDED", { journal: byCapture });
    assert(
      property(nat(), nat(60), string({ unit: "binary", maxLength: 12 }), (from, length, instead) => {
        const at = from % document.length;
        expect(["events", "forged"]).toContain(
          read(document.slice(0, at) + instead + document.slice(at + length)).is,
        );
      }),
      { numRuns: 100 },
    );
  });

  test("of something else than an order is put aside", () => {
    const report =
      '<paymentService version="1.4" merchantCode="ONEOFF"><notify><report/></notify></paymentService>';
    expect(read(report)).toMatchObject({ is: "events", events: [{ type: "ignored" }] });
  });
});
