import { COMMON_REFUSALS, type Price } from "@/contract/refusal";
import type { ApiAnswer } from "./api-call";

/** A priced refusal as it is sent, `{name}` in its words filled from the details. */
export function refusal(priced: Price, details: Readonly<Record<string, string | number>> = {}): ApiAnswer {
  const { status, code, description, field, header } = priced;
  const words = description.replace(/\{(\w+)\}/gu, (_, name: string) => String(details[name] ?? ""));
  return {
    status,
    body: { code, description: words, ...(field && { field }), ...(header && { header }) },
  };
}

/** The platform is under maintenance, or its database cannot be reached (D1). */
export function unavailable(): ApiAnswer {
  return { ...refusal(COMMON_REFUSALS.maintenance), headers: { "Retry-After": "30" } };
}

export function tooManyRequests(waitSeconds: string | number = 1): ApiAnswer {
  return { ...refusal(COMMON_REFUSALS.tooManyRequests), headers: { "Retry-After": String(waitSeconds) } };
}
