import { LIMITS } from "./limits";
import { jsonContent } from "./openapi/content";
import { IDS } from "./openapi/examples";
import { responsesOf, SHARED_HEADERS, SHARED_RESPONSES } from "./openapi/responses";
import { componentSchemas, parameterSchemas } from "./openapi/schemas";
import { PARAMETERS, PURPOSES } from "./openapi/words";
import { OPERATIONS, type Operation, type OperationName } from "./operations";

const DESCRIPTION = `Card payments for public bodies.

Amounts are pence, as integers; only pounds sterling are taken. Moments are UTC with three decimals. Ignore properties
that you do not know: more may be added within v1. Unknown attributes and parameters of a request are ignored too.

Whether a payment has succeeded is certain from getPayment alone; searches may lag behind.

An address that is not listed answers 404, a method that an address does not have 405 with \`Allow\`, both with a body
like any other refusal. Every answer has an \`X-Request-Id\`.`;

const SHARED_SERVER = "test and live accounts share it";
const ANY_SERVER = {
  url: "{publicUrl}",
  description: `Wherever this service is hosted; ${SHARED_SERVER}`,
  variables: {
    publicUrl: { default: "http://localhost:3000", description: "PUBLIC_URL of the installation" },
  },
};

const TAGS = {
  payments: "Take payments, follow them, cancel or capture them",
  refunds: "Give money back, in full or in part",
  agreements: "Save a card with the payer's consent and take recurring payments with it",
  disputes: "Payments that payers have challenged at their bank",
} as const;
type Tag = keyof typeof TAGS;

/**
 * The API's description for people and generators of clients: OpenAPI 3.1, made from the rows of operations.ts.
 *
 * @param publicUrl of one installation; without it the document leaves open where the API is.
 */
export function openApiDocument(publicUrl?: string): object {
  const operations = Object.entries<Operation>(OPERATIONS);
  const used = new Set(operations.map(([, { path }]) => tagOf(path)));
  return {
    openapi: "3.1.0",
    info: {
      title: "Exchequer",
      version: "1",
      summary: "Card payments for public bodies",
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [
      publicUrl === undefined
        ? ANY_SERVER
        : { url: publicUrl, description: `This service; ${SHARED_SERVER}` },
    ],
    security: [{ apiKey: [] }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name as Tag))
      .map(([name, description]) => ({ name, description })),
    paths: pathsOf(operations),
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "api_test_… or api_live_…",
          description: "A key of one account of a service. It decides whether money is real.",
        },
      },
      schemas: componentSchemas(operations),
      responses: SHARED_RESPONSES,
      headers: SHARED_HEADERS,
    },
  };
}

function pathsOf(operations: readonly [string, Operation][]): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, operation] of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describe(name, operation),
    };
  }
  return paths;
}

function describe(name: string, operation: Operation): object {
  const { path, summary, rate, auth, body } = operation;
  const parameters = [...pathParameters(path), ...queryParameters(operation), ...headerParameters(operation)];
  return {
    operationId: name,
    tags: [tagOf(path)],
    summary,
    description: `${PURPOSES[name as OperationName]}\n\nUp to ${LIMITS[`${rate}PerSecond`]} requests a second of this kind, unless the account has another limit.`,
    ...(auth === "token" && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: jsonContent(body, { operationName: name, role: "Body", path }),
      },
    }),
    responses: responsesOf(name, operation),
  };
}

/** The last part of a path that names a kind of resource; card details are sent for payments. */
function tagOf(path: string): Tag {
  const named = path.split("/").findLast((part) => Object.hasOwn(TAGS, part));
  return (named as Tag | undefined) ?? "payments";
}

function pathParameters(path: string): object[] {
  return [...path.matchAll(/\{(\w+)\}/gu)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: `The ${name.replace("Id", "_id")} given at creation; any other text answers 404`,
    schema: { type: "string" },
    example: IDS[name as keyof typeof IDS],
  }));
}

function queryParameters({ query }: Operation): object[] {
  return query
    ? Object.entries(parameterSchemas(query)).map(([name, schema]) => ({
        name,
        in: "query",
        description: PARAMETERS[name],
        schema,
      }))
    : [];
}

function headerParameters({ idempotent }: Operation): object[] {
  if (!idempotent) return [];
  return [
    {
      name: "Idempotency-Key",
      in: "header",
      description: `Sent again with the same body within ${LIMITS.idempotencyKeyHours} hours, it answers with what the first request made; with another body, 409`,
      schema: {
        type: "string",
        minLength: 1,
        maxLength: LIMITS.idempotencyKeyCharacters,
        pattern: "^[A-Za-z0-9-]+$",
      },
    },
  ];
}
