import type { z } from "zod";
import { CREATE_PAYMENT_RULES, CreatePayment } from "./payment";
import { PaymentEvents, PaymentResource } from "./payment-resource";
import { invalid, price, unexpected, type ErrorCode, type Price } from "./refusal";

/** One endpoint: what it takes, what it answers, and each reason it may refuse with what that costs. */
export interface Operation {
  readonly method: "GET" | "POST";
  /** With `{name}` for path parameters. */
  readonly path: string;
  readonly summary: string;
  /** Which of the limits on requests a second counts it (D29). */
  readonly rate: "create" | "capture" | "otherPost" | "get";
  readonly body?: z.ZodType;
  /** Rules that the body's schema names, in the order in which faults are reported. */
  readonly rules?: Readonly<Record<string, Price>>;
  /** Body that is not a JSON object. */
  readonly badJson?: ErrorCode;
  /** Whether an Idempotency-Key is honoured (D18). */
  readonly idempotent?: boolean;
  readonly success: number;
  readonly answer?: z.ZodType;
  readonly refusals: Readonly<Record<string, Price>>;
  /** The code of an unhandled fault (D6). */
  readonly fault: ErrorCode;
}

export const OPERATIONS = {
  createPayment: {
    method: "POST",
    path: "/v1/payments",
    summary: "Create a payment",
    rate: "create",
    body: CreatePayment,
    rules: CREATE_PAYMENT_RULES,
    badJson: "P0197",
    idempotent: true,
    success: 201,
    answer: PaymentResource,
    refusals: {
      idempotencyKeyUsed: price("P0191", "The Idempotency-Key has already been used to create a payment", {
        header: "Idempotency-Key",
      }),
      returnUrlNotHttps: price("P0920", "The return_url of a live payment must be https", { field: "return_url" }),
      providerNotReady: price("P0940", "The account is not fully configured at its payment provider"),
      creationTurnedOff: price("P0941", "Payment and refund creation is turned off for this account"),
      motoApiNotEnabled: price("P0195", "authorisation_mode moto_api is not enabled for this service", {
        field: "authorisation_mode",
      }),
      motoNotEnabled: price("P0196", "MOTO payments are not enabled for this service", { field: "moto" }),
      recurringNotEnabled: price("P0196", "Recurring payments are not enabled for this service"),
      recurringTurnedOff: price("P0942", "Recurring payments are turned off for this service"),
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
    success: 200,
    answer: PaymentResource,
    refusals: { notFound: price("P0200", "Not found") },
    fault: "P0298",
  },
  getPaymentEvents: {
    method: "GET",
    path: "/v1/payments/{paymentId}/events",
    summary: "Get a payment's events",
    rate: "get",
    success: 200,
    answer: PaymentEvents,
    refusals: { notFound: price("P0300", "Not found") },
    fault: "P0398",
  },
} as const satisfies Record<string, Operation>;

export type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
/** The reasons an endpoint's row prices: its verb may give these and no others. */
export type ReasonOf<Name extends OperationName> = keyof Operations[Name]["refusals"] & string;
export type BodyOf<Name extends OperationName> = Operations[Name] extends { body: infer Body extends z.ZodType }
  ? z.infer<Body>
  : undefined;
