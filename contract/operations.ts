import type { z } from "zod";
import { AgreementResource, CREATE_AGREEMENT_RULES, CreateAgreement } from "./agreement";
import { SEND_CARD_RULES, SendCard } from "./auth";
import { DisputeResource } from "./dispute";
import { CREATE_PAYMENT_RULES, CreatePayment } from "./payment";
import { PaymentEvents, PaymentResource } from "./payment-resource";
import { CREATE_REFUND_RULES, CreateRefund, PaymentRefunds, RefundResource } from "./refund";
import { invalid, price, unexpected, type ErrorCode, type Price } from "./refusal";
import { searchResults } from "./resource-parts";
import { SearchAgreements, SearchDisputes, SearchPayments, SearchRefunds } from "./search";

/** One endpoint: what it takes, what it answers, and each reason it may refuse with what that costs. */
export interface Operation {
  readonly method: "GET" | "POST";
  /** With `{name}` for path parameters. */
  readonly path: string;
  readonly summary: string;
  /** Which of the limits on requests a second counts it (D29). */
  readonly rate: "create" | "capture" | "otherPost" | "get";
  /** Who may ask: the holder of an API key, or of a payment's one-time token. */
  readonly auth: "key" | "token";
  readonly body?: z.ZodType;
  /** Rules that the body's schema names, in the order in which faults are reported. */
  readonly rules?: Readonly<Record<string, Price>>;
  /** Body that is not a JSON object. */
  readonly badJson?: Price;
  /** A search's parameters, and what any that are wrong cost. */
  readonly query?: z.ZodObject;
  readonly badQuery?: Price;
  /** Whether an Idempotency-Key is honoured (D18). */
  readonly idempotent?: boolean;
  readonly success: number;
  readonly answer?: z.ZodType;
  readonly refusals: Readonly<Record<string, Price>>;
  /** The code of an unhandled fault (D6). */
  readonly fault: ErrorCode;
}

const UNPARSABLE = "Unable to parse JSON";
const WRONG_PARAMETERS = "Invalid parameters: {parameters}";
const notFound = (code: ErrorCode) => price(code, "Not found");
const noSuchPage = (code: ErrorCode) => price(code, "Page not found");
const creationTurnedOff = price("P0941", "Payment and refund creation is turned off for this account");
const recurringNotEnabled = price("P0196", "Recurring payments are not enabled for this service");
const recurringTurnedOff = price("P0942", "Recurring payments are turned off for this service");

export const OPERATIONS = {
  createPayment: {
    method: "POST",
    path: "/v1/payments",
    summary: "Create a payment",
    rate: "create",
    auth: "key",
    body: CreatePayment,
    rules: CREATE_PAYMENT_RULES,
    badJson: price("P0197", UNPARSABLE),
    idempotent: true,
    success: 201,
    answer: PaymentResource,
    refusals: {
      idempotencyKeyUsed: price("P0191", "The Idempotency-Key has already been used to create a payment", {
        header: "Idempotency-Key",
      }),
      returnUrlNotHttps: price("P0920", "The return_url of a live payment must be https", {
        field: "return_url",
      }),
      providerNotReady: price("P0940", "The account is not fully configured at its payment provider"),
      creationTurnedOff,
      motoApiNotEnabled: price("P0195", "authorisation_mode moto_api is not enabled for this service", {
        field: "authorisation_mode",
      }),
      motoNotEnabled: price("P0196", "MOTO payments are not enabled for this service", { field: "moto" }),
      recurringNotEnabled,
      recurringTurnedOff,
      setUpAgreementUnexpected: unexpected("P0104", "set_up_agreement"),
      motoUnexpected: unexpected("P0104", "moto"),
      emailUnexpected: unexpected("P0104", "email"),
      prefillUnexpected: unexpected("P0104", "prefilled_cardholder_details"),
      delayedCaptureUnexpected: unexpected("P0104", "delayed_capture"),
      amountTooSmall: invalid("P0102", "amount", "Must be greater than or equal to {limit}"),
      amountTooLarge: invalid("P0102", "amount", "Must be less than or equal to {limit}"),
      setUpAgreementUnknown: invalid("P0102", "set_up_agreement", "Agreement does not exist"),
      agreementUnknown: invalid("P0102", "agreement_id", "Agreement does not exist"),
      agreementNotActive: invalid("P0102", "agreement_id", "Agreement must be active"),
    },
    fault: "P0198",
  },
  getPayment: {
    method: "GET",
    path: "/v1/payments/{paymentId}",
    summary: "Get a payment",
    rate: "get",
    auth: "key",
    success: 200,
    answer: PaymentResource,
    refusals: { notFound: notFound("P0200") },
    fault: "P0298",
  },
  getPaymentEvents: {
    method: "GET",
    path: "/v1/payments/{paymentId}/events",
    summary: "Get a payment's events",
    rate: "get",
    auth: "key",
    success: 200,
    answer: PaymentEvents,
    refusals: { notFound: notFound("P0300") },
    fault: "P0398",
  },
  cancelPayment: {
    method: "POST",
    path: "/v1/payments/{paymentId}/cancel",
    summary: "Cancel a payment",
    rate: "otherPost",
    auth: "key",
    success: 204,
    refusals: {
      notFound: notFound("P0500"),
      notCancellable: price("P0501", "Cancellation of payment failed"),
      alreadyDone: price("P0502", "The payment can no longer be cancelled"),
    },
    fault: "P0598",
  },
  capturePayment: {
    method: "POST",
    path: "/v1/payments/{paymentId}/capture",
    summary: "Capture a delayed payment",
    rate: "capture",
    auth: "key",
    success: 204,
    refusals: {
      notFound: notFound("P1000"),
      notCapturable: price("P1003", "The payment is not capturable"),
    },
    fault: "P1098",
  },
  searchPayments: {
    method: "GET",
    path: "/v1/payments",
    summary: "Search payments",
    rate: "get",
    auth: "key",
    query: SearchPayments,
    badQuery: price("P0401", WRONG_PARAMETERS),
    success: 200,
    answer: searchResults(PaymentResource),
    refusals: { pageNotFound: noSuchPage("P0402") },
    fault: "P0498",
  },
  createRefund: {
    method: "POST",
    path: "/v1/payments/{paymentId}/refunds",
    summary: "Refund a payment",
    rate: "otherPost",
    auth: "key",
    body: CreateRefund,
    rules: CREATE_REFUND_RULES,
    badJson: price("P0697", UNPARSABLE),
    success: 202,
    answer: RefundResource,
    refusals: {
      notFound: notFound("P0600"),
      creationTurnedOff,
      notAvailable: price(
        "P0603",
        "The payment is not available for refund. Payment refund status: {status}",
      ),
      disputed: price("P0603", "The payment is disputed and cannot be refunded"),
      availableMismatch: price("P0604", "Refund amount available mismatch."),
      moreThanAvailable: price("P0603", "The amount is more than is available for refund"),
    },
    fault: "P0698",
  },
  getRefund: {
    method: "GET",
    path: "/v1/payments/{paymentId}/refunds/{refundId}",
    summary: "Get a refund",
    rate: "get",
    auth: "key",
    success: 200,
    answer: RefundResource,
    refusals: { notFound: notFound("P0700") },
    fault: "P0798",
  },
  listPaymentRefunds: {
    method: "GET",
    path: "/v1/payments/{paymentId}/refunds",
    summary: "Get a payment's refunds",
    rate: "get",
    auth: "key",
    success: 200,
    answer: PaymentRefunds,
    refusals: { notFound: notFound("P0800") },
    fault: "P0898",
  },
  searchRefunds: {
    method: "GET",
    path: "/v1/refunds",
    summary: "Search refunds",
    rate: "get",
    auth: "key",
    query: SearchRefunds,
    badQuery: price("P1101", WRONG_PARAMETERS),
    success: 200,
    answer: searchResults(RefundResource),
    refusals: { pageNotFound: noSuchPage("P1100") },
    fault: "P1898",
  },
  createAgreement: {
    method: "POST",
    path: "/v1/agreements",
    summary: "Create an agreement for recurring payments",
    rate: "otherPost",
    auth: "key",
    body: CreateAgreement,
    rules: CREATE_AGREEMENT_RULES,
    badJson: price("P2197", UNPARSABLE),
    success: 201,
    answer: AgreementResource,
    refusals: { recurringNotEnabled, recurringTurnedOff },
    fault: "P2198",
  },
  getAgreement: {
    method: "GET",
    path: "/v1/agreements/{agreementId}",
    summary: "Get an agreement",
    rate: "get",
    auth: "key",
    success: 200,
    answer: AgreementResource,
    refusals: { notFound: notFound("P2200") },
    fault: "P2298",
  },
  cancelAgreement: {
    method: "POST",
    path: "/v1/agreements/{agreementId}/cancel",
    summary: "Cancel an agreement",
    rate: "otherPost",
    auth: "key",
    success: 204,
    refusals: {
      notFound: notFound("P2500"),
      notActive: price("P2501", "Cancellation of agreement failed"),
    },
    fault: "P2598",
  },
  searchAgreements: {
    method: "GET",
    path: "/v1/agreements",
    summary: "Search agreements",
    rate: "get",
    auth: "key",
    query: SearchAgreements,
    badQuery: price("P2401", WRONG_PARAMETERS),
    success: 200,
    answer: searchResults(AgreementResource),
    refusals: { pageNotFound: noSuchPage("P2402") },
    fault: "P2498",
  },
  searchDisputes: {
    method: "GET",
    path: "/v1/disputes",
    summary: "Search disputes",
    rate: "get",
    auth: "key",
    query: SearchDisputes,
    badQuery: price("P0401", WRONG_PARAMETERS),
    success: 200,
    answer: searchResults(DisputeResource),
    refusals: { pageNotFound: noSuchPage("P0402") },
    fault: "P0498",
  },
  sendCard: {
    method: "POST",
    path: "/v1/auth",
    summary: "Send the card details of a telephone order",
    rate: "otherPost",
    auth: "token",
    body: SendCard,
    rules: SEND_CARD_RULES,
    badJson: { ...price("P0102", UNPARSABLE), status: 400 },
    success: 204,
    refusals: {
      tokenUnknown: price("P1211", "The one_time_token is not valid"),
      tokenUsed: price("P1212", "The one_time_token has already been used"),
      rejected: price("P0010", "The payment was rejected"),
      providerFault: price("P0050", "The payment provider returned an error"),
    },
    fault: "P0050",
  },
} as const satisfies Record<string, Operation>;

export type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
/** The reasons an endpoint's row prices: its verb may give these and no others. */
export type ReasonOf<Name extends OperationName> = keyof Operations[Name]["refusals"] & string;
export type QueryOf<Name extends OperationName> = Operations[Name] extends {
  query: infer Query extends z.ZodType;
}
  ? z.infer<Query>
  : undefined;
export type BodyOf<Name extends OperationName> = Operations[Name] extends {
  body: infer Body extends z.ZodType;
}
  ? z.infer<Body>
  : undefined;
