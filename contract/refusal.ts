/**
 * What a refused request is answered with. One HTTP status per code (D2), so a row of operations.ts only names
 * the code and its words.
 */
const STATUS_OF_CODE = {
  P0010: 402,
  P0050: 500,
  P0101: 400,
  P0102: 422,
  P0104: 400,
  P0191: 409,
  P0195: 422,
  P0196: 422,
  P0197: 400,
  P0198: 500,
  P0199: 500,
  P0200: 404,
  P0298: 500,
  P0300: 404,
  P0398: 500,
  P0401: 422,
  P0402: 404,
  P0498: 500,
  P0500: 404,
  P0501: 400,
  P0502: 409,
  P0598: 500,
  P0600: 404,
  P0601: 400,
  P0602: 422,
  P0603: 400,
  P0604: 412,
  P0697: 400,
  P0698: 500,
  P0700: 404,
  P0798: 500,
  P0800: 404,
  P0898: 500,
  P0900: 429,
  P0920: 400,
  P0940: 403,
  P0941: 403,
  P0942: 422,
  P0999: 503,
  P1000: 404,
  P1001: 400,
  P1003: 409,
  P1098: 500,
  P1100: 404,
  P1101: 422,
  P1211: 400,
  P1212: 400,
  P1898: 500,
  P2101: 400,
  P2102: 422,
  P2197: 400,
  P2198: 500,
  P2200: 404,
  P2298: 500,
  P2401: 422,
  P2402: 404,
  P2498: 500,
  P2500: 404,
  P2501: 400,
  P2598: 500,
} as const;

/** An error code of section 7.3. */
export type ErrorCode = keyof typeof STATUS_OF_CODE;

/** A priced refusal: what it costs the caller. `{name}` in the words is filled from the refusal's details. */
export interface Price {
  readonly code: ErrorCode;
  readonly status: number;
  readonly description: string;
  readonly field?: string;
  readonly header?: string;
}

/** A code with its words, and the attribute or header at fault where there is one. */
export function price(
  code: ErrorCode,
  description: string,
  at: { field?: string; header?: string } = {},
): Price {
  return { code, status: STATUS_OF_CODE[code], description, ...at };
}

export function missing(code: ErrorCode, field: string): Price {
  return price(code, `Missing mandatory attribute: ${field}`, { field });
}

export function unexpected(code: ErrorCode, field: string): Price {
  return price(code, `Unexpected attribute: ${field}`, { field });
}

export function invalid(code: ErrorCode, field: string, why: string): Price {
  return price(code, `Invalid attribute value: ${field}. ${why}`, { field });
}

/** Refusals that any endpoint may give before its own verb is asked (D1). */
export const COMMON_REFUSALS = {
  maintenance: price("P0999", "The service is temporarily down"),
  tooManyRequests: price("P0900", "Too many requests"),
  blocked: price("P0920", "Request blocked by firewall rules. Consult API documentation for more details"),
} as const;
