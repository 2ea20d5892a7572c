import type { Operation } from "../operations";
import { COMMON_REFUSALS, price, type Price } from "../refusal";
import { jsonContent } from "./content";
import { DETAILS } from "./examples";

/** A refusal as the document names it. */
type Reason = readonly [
  name: string,
  price: Pick<Price, "description" | "field" | "header"> & { code: string },
];

const REQUEST_ID = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };

export const SHARED_HEADERS = {
  RequestId: {
    description: "Names this request in logs: the caller's own X-Request-Id where it sent a plain one",
    schema: { type: "string" },
    example: "5f0a4c1e-8f51-4c5f-9a49-2f7f2d1d9a51",
  },
  Location: {
    description: "Where the new resource is",
    schema: { type: "string", format: "uri" },
  },
  RetryAfter: {
    description: "Seconds to wait before the next try",
    schema: { type: "integer", minimum: 1 },
  },
  WwwAuthenticate: {
    description: "Which credentials are asked for",
    schema: { type: "string", const: "Bearer" },
  },
} as const;

const RETRY_AFTER = { "Retry-After": { $ref: "#/components/headers/RetryAfter" } };

/** Answers that any operation may give and that are the same for all. */
export const SHARED_RESPONSES = {
  Unauthorised: refused(
    [["credentials", { code: "401", description: "Credentials are required to access this resource" }]],
    { "WWW-Authenticate": { $ref: "#/components/headers/WwwAuthenticate" } },
  ),
  TooLarge: refused([["tooLarge", { code: "413", description: "Request body is too large" }]]),
  TooManyRequests: refused([["tooManyRequests", COMMON_REFUSALS.tooManyRequests]], RETRY_AFTER),
  Unavailable: refused([["maintenance", COMMON_REFUSALS.maintenance]], RETRY_AFTER),
} as const;

/** Every answer of an operation by HTTP status: what it promises, then all that it may refuse, code by code. */
export function responsesOf(operationName: string, operation: Operation): Record<string, object> {
  return {
    ...successes(operationName, operation),
    ...refusals(operation),
    ...(operation.auth === "key" && { 401: shared("Unauthorised") }),
    ...(operation.method === "POST" && { 413: shared("TooLarge") }),
    429: shared("TooManyRequests"),
    503: shared("Unavailable"),
  };
}

function successes(
  operationName: string,
  { success, answer, idempotent, path }: Operation,
): Record<string, object> {
  if (!answer) return { [success]: { description: "Done", headers: REQUEST_ID } };
  const content = jsonContent(answer, { operationName, role: "Answer", path });
  const location = success === 201 && { Location: { $ref: "#/components/headers/Location" } };
  return {
    ...(idempotent && {
      200: {
        description: "What an earlier request with this Idempotency-Key made, as it is now",
        headers: REQUEST_ID,
        content,
      },
    }),
    [success]: {
      description: SUCCESSES[success] ?? "Done",
      headers: { ...REQUEST_ID, ...location },
      content,
    },
  };
}

const SUCCESSES: Readonly<Record<number, string>> = { 200: "Found", 201: "Created", 202: "Accepted" };

function refusals({ rules, badJson, badQuery, refusals, fault }: Operation): Record<string, object> {
  const reasons: Record<string, Price> = {
    blocked: COMMON_REFUSALS.blocked,
    ...(badJson && { badJson }),
    ...(badQuery && { badQuery }),
    ...rules,
    ...refusals,
    fault: price(fault, "Downstream system error"),
  };
  const statuses = new Set(Object.values(reasons).map(({ status }) => status));
  const at = (status: number) => Object.entries(reasons).filter(([, reason]) => reason.status === status);
  return Object.fromEntries([...statuses].map((status) => [status, refused(at(status))]));
}

function refused(reasons: readonly Reason[], headers: object = {}): object {
  const codes = [...new Set(reasons.map(([, { code }]) => code))].sort();
  return {
    description: `Refused: ${codes.join(", ")}`,
    headers: { ...REQUEST_ID, ...headers },
    content: {
      "application/json": {
        schema: {
          allOf: [
            { $ref: "#/components/schemas/Error" },
            { type: "object", properties: { code: { type: "string", enum: codes } } },
          ],
        },
        examples: Object.fromEntries(reasons.map((reason) => [reason[0], { value: bodyOf(reason) }])),
      },
    },
  };
}

function bodyOf([reason, { code, description, field, header }]: Reason): object {
  const words = description.replace(
    /\{(\w+)\}/gu,
    (whole, name: string) => DETAILS[`${reason}.${name}`] ?? DETAILS[name] ?? whole,
  );
  return { code, description: words, ...(field && { field }), ...(header && { header }) };
}

function shared(name: keyof typeof SHARED_RESPONSES): object {
  return { $ref: `#/components/responses/${name}` };
}
