import type { Stripe } from "stripe";
import type { Answer } from "../protocol";

export interface StripeError {
  type: "card_error" | "invalid_request_error" | "idempotency_error" | "api_error";
  message: string;
  code?: string;
  decline_code?: string;
  advice_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
}

/** A "no" of Stripe's, thrown within the simulator and answered in Stripe's shape. */
export class Refusal extends Error {
  readonly status: number;
  readonly error: StripeError;
  constructor(status: number, error: StripeError) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

export function invalid(message: string, more: Partial<StripeError> = {}): Refusal {
  return new Refusal(400, { type: "invalid_request_error", message, ...more });
}

export function noSuch(what: string, id: string, param: string): Refusal {
  const message = `No such ${what}: '${id}'`;
  return new Refusal(404, { type: "invalid_request_error", code: "resource_missing", message, param });
}

export function json(status: number, body: unknown): Answer {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

export function refusalAnswer({ status, error }: { status: number; error: StripeError }): Answer {
  return json(status, { error });
}

/** How Stripe says an HTTP status for reasons of its own. */
export function failureAnswer(status: number): Answer {
  if (status === 401)
    return refusalAnswer({
      status,
      error: { type: "invalid_request_error", message: "Invalid API Key provided: sk_test_***" },
    });
  if (status === 409)
    return refusalAnswer({
      status,
      error: {
        type: "idempotency_error",
        code: "idempotency_key_in_use",
        message: "There is currently another in-progress request using this Idempotency Key",
      },
    });
  if (status === 429)
    return refusalAnswer({
      status,
      error: {
        type: "invalid_request_error",
        code: "rate_limit",
        message: "Too many requests in a period of time",
      },
    });
  return refusalAnswer({ status, error: { type: "api_error", message: "An unknown error occurred" } });
}
