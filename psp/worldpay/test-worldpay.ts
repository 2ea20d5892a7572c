import { readFileSync } from "node:fs";
import { DtdValidator, XmlDocument, XmlDtd } from "libxml2-wasm";
import {
  Secret,
  type AuthoriseCommand,
  type Challenge,
  type PspContext,
  type RecurringCommand,
} from "../port";
import type { Simulator } from "../simulator/create-simulator";
import type { WorldpayCredentials } from "./credentials";
import { writeDocument, type XmlElement } from "./xml";

export const PAYMENT_ID = "01kc0v3t1m5rjz8f6w2q4n7b9d";
export const AGREEMENT_ID = "01kc0v4h2n6skx9g7y3r5p8c0e";
export const REFUND_ID = "01kc0v5j3p7tmz0h8a4s6q9d1f";
export const NOW = new Date("2026-03-01T23:30:00.000Z");
export const RETURN_URL = "https://pay.example/card-details/1/three-d-secure/return";
export const USER_AGENT = 'Browser "1" & <more>';

/** Credentials in the form that Worldpay gives them. */
export function testCredentials(changes: Partial<WorldpayCredentials> = {}): WorldpayCredentials {
  return {
    oneOff: merchant("ONEOFF"),
    recurringCustomerInitiated: merchant("RECCIT"),
    recurringMerchantInitiated: merchant("RECMIT"),
    threeDsFlex: {
      issuer: "5bd9e0e4444dce153428c940",
      orgUnitId: "5bd9b55e4444761ac0af1c80",
      jwtMacKey: "fa2daee2-1fbb-45ff-4444-52805d5cd9e0",
    },
    settings: settings(),
    ...changes,
  };
}

export function settings(
  changes: Partial<WorldpayCredentials["settings"]> = {},
): WorldpayCredentials["settings"] {
  return {
    corporateExemption: false,
    exemptionEngine: false,
    sendPayerEmail: false,
    sendPayerIp: false,
    dynamicInteractionType: false,
    idempotencyHeader: false,
    ...changes,
  };
}

export function merchant(merchantCode: string) {
  return { merchantCode, username: `user-${merchantCode}`, password: "pass:wörd" };
}

export function under(credentials: WorldpayCredentials, operationKey = "operation"): PspContext {
  return { accountId: "account", credentials: { ...credentials }, live: false, operationKey, now: NOW };
}

export function authoriseCommand(changes: Partial<AuthoriseCommand> = {}): AuthoriseCommand {
  return {
    paymentId: PAYMENT_ID,
    amount: 1234,
    description: "A licence & more",
    reference: "LIC-1",
    card: {
      number: new Secret("4444333322221111"),
      securityCode: new Secret("123"),
      expiryMonth: 3,
      expiryYear: 2030,
      cardholderName: "A Payer",
      billingAddress: { line1: "1 High Street", city: "Cardiff", postcode: "CF10 1AA", country: "GB" },
    },
    moto: false,
    saveFor: null,
    corporate: false,
    providerId: null,
    threeDsReturnUrl: RETURN_URL,
    payer: {
      email: "payer@example.com",
      ip: "2001:db8::1",
      userAgent: USER_AGENT,
      accept: "text/html",
      language: "cy",
      deviceData: "0_device-session",
      hasScript: true,
    },
    ...changes,
  };
}

export function recurringCommand(changes: Partial<RecurringCommand> = {}): RecurringCommand {
  return {
    paymentId: PAYMENT_ID,
    amount: 1234,
    description: "Next month",
    agreementId: AGREEMENT_ID,
    use: "recurring",
    providerId: null,
    token: {
      paymentTokenId: "9902000000000000001",
      schemeTransactionIdentifier: "060720116005062",
      authenticatedShopperId: AGREEMENT_ID,
    },
    ...changes,
  };
}

/** A reply of Worldpay's around what it holds. */
export function replyDocument(inside: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE paymentService PUBLIC "-//Worldpay//DTD Worldpay PaymentService v1//EN" "http://dtd.worldpay.com/paymentService_v1.dtd">
<paymentService version="1.4" merchantCode="ONEOFF"><reply>${inside}</reply></paymentService>`;
}

/** Where a copy of Worldpay's own DTD is; it may not be handed on, so that it is not among these files. */
export const DTD_FILE = process.env.WPG_DTD;

let validator: DtdValidator | undefined;

/** Throws unless a document keeps to the DTD, the order of its elements included. */
export function validate(document: string): void {
  if (DTD_FILE === undefined) throw new Error("WPG_DTD names no DTD");
  validator ??= new DtdValidator(XmlDtd.fromString(readFileSync(DTD_FILE, "utf8")));
  const parsed = XmlDocument.fromString(document);
  try {
    validator.validate(parsed);
  } finally {
    parsed.dispose();
  }
}

export function documentOf(body: XmlElement): string {
  return writeDocument("ONEOFF", body);
}

/** What a payer's browser does on the bank's page, without script. */
export async function answerBank(
  challenge: Challenge,
  form: "challengeForm" | "failForm" | "cancelForm",
): Promise<Response> {
  if (challenge.via !== "post") throw new Error("Not a page that is posted to");
  const page = await (await postForm(challenge.url, challenge.fields)).text();
  const found = new RegExp(`<form id="${form}".*?</form>`, "u").exec(page)?.[0] ?? "";
  const action = /action="([^"]+)"/u.exec(found)?.[1] ?? "";
  const inputs = Array.from(found.matchAll(/name="([^"]+)" value="([^"]*)"/gu), ([, name, value]) => [
    name,
    value,
  ]);
  return postForm(new URL(action, challenge.url).href, Object.fromEntries(inputs) as Record<string, string>);
}

export function postForm(url: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(url, { method: "POST", body: new URLSearchParams(fields) });
}

interface OrderView {
  orderCode: string;
  challenged: boolean;
  history: { lastEvent: string }[];
  refunds: { state: string }[];
  savedCardDeleted: boolean;
}

/** What the simulator has of a payment. */
export function ordersAtWorldpay({ protocols }: Simulator, paymentId: string): OrderView[] {
  const worldpay = protocols.find(({ name }) => name === "worldpay");
  return (worldpay?.state(paymentId) ?? []) as OrderView[];
}

/** Everything that came of a payment, in the port's words and in alphabetical order. */
export function effectsAtWorldpay(simulator: Simulator, paymentId: string): string[] {
  return ordersAtWorldpay(simulator, paymentId)
    .flatMap(({ orderCode, challenged, history, refunds, savedCardDeleted }) => [
      orderCode.endsWith("-m1") ? "authoriseSavedCard" : "authorise",
      ...(challenged && history.length > 0 ? ["complete3ds"] : []),
      ...(history.some(({ lastEvent }) => lastEvent === "CAPTURED") ? ["capture"] : []),
      ...(history.some(({ lastEvent }) => lastEvent === "CANCELLED") ? ["void"] : []),
      ...refunds.filter(({ state }) => state !== "failed").map(() => "refund"),
      ...(savedCardDeleted ? ["deleteSavedCard"] : []),
    ])
    .sort();
}
