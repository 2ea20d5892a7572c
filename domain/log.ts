import pino from "pino";

/**
 * JSON logs. Secrets cannot get in by accident: card numbers and codes are `Secret`s, which print as nothing,
 * and the names below are cut wherever they turn up.
 */
export const log = pino({
  level: process.env.LOG_LEVEL ?? "info",
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: {
    paths: [
      "authorization",
      "cookie",
      "token",
      "cardNumber",
      "card_number",
      "cvc",
      "securityCode",
      "*.authorization",
      "*.cookie",
      "*.token",
      "*.card_number",
      "*.cvc",
    ],
    censor: "[redacted]",
  },
  serializers: { err: describeError },
});

/** Name, message and stack of an error; never the query parameters that database errors carry along. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, stack } = error;
  const { code, digest } = error as { code?: unknown; digest?: unknown };
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined;
  return {
    name,
    message: withoutParameters(error.message),
    code,
    // What Next.js's error pages have people quote.
    digest,
    stack: withoutParameters(stack ?? ""),
    cause,
  };
}

/** Drizzle's messages end with the values of the query. */
export function withoutParameters(text: string): string {
  return text.replace(/\nparams: .*$/gmsu, "\nparams: [redacted]");
}
