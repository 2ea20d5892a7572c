import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import published from "@/contract/openapi.json";

/** What the description says of one answer. */
interface Response {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: { readonly "application/json": { readonly schema: object } };
}
type Paths = Readonly<Record<string, Readonly<Record<string, { responses: Record<string, object> }>>>>;

/** An answer as it came over the wire. */
interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

const { responses: shared, schemas } = published.components;
const paths: Paths = published.paths;
const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats(ajv);
const components = { schemas: withoutUnknownProperties(schemas) };
const compiled = new Map<object, ValidateFunction>();

/**
 * For tests: throws where an answer of the API is not as contract/openapi.json promises it, header for header;
 * properties that it does not mention are wrong too.
 */
export function assertDescribed(method: string, url: string, answer: Answer): void {
  const wrong = whatIsWrong(method === "HEAD" ? "GET" : method, url, answer, method === "HEAD");
  if (wrong !== undefined) throw new Error(`${method} ${url} answered ${answer.status}: ${wrong}`);
}

function whatIsWrong(method: string, url: string, answer: Answer, head: boolean): string | undefined {
  const { status, headers, text } = answer;
  if (headers["x-request-id"] === undefined) return "no X-Request-Id";
  const path = url.replace(/[?#].*$/u, "");
  // The description does not describe where it is itself.
  if (path === "/v1/openapi.json") return undefined;
  const methods = findPath(path);
  const operation = methods?.[method.toLowerCase()];
  if (!operation) return status === (methods ? 405 : 404) ? undefined : "there is nothing to ask";
  const response = operation.responses[status] && resolve(operation.responses[status]);
  if (!response) return "a status that is not described";
  const missing = Object.keys(response.headers ?? {}).filter((name) => !(name.toLowerCase() in headers));
  if (missing.length > 0) return `no ${missing.join(", ")}`;
  if (head) return text === "" ? undefined : "a body for HEAD";
  if (!response.content) return text === "" ? undefined : "a body where none is described";
  if (headers["content-type"] !== "application/json; charset=utf-8") return "not described as JSON";
  const validate = validatorOf(response.content["application/json"].schema);
  return validate(JSON.parse(text)) ? undefined : `${ajv.errorsText(validate.errors)} in ${text}`;
}

function findPath(path: string): Paths[string] | undefined {
  const segments = path.split("/");
  const found = Object.keys(paths).find((template) => {
    const parts = template.split("/");
    return (
      parts.length === segments.length &&
      parts.every((part, n) => (part.startsWith("{") ? segments[n] !== "" : part === segments[n]))
    );
  });
  return found === undefined ? undefined : paths[found];
}

function resolve(response: object): Response {
  if (!("$ref" in response)) return response;
  const name = String(response.$ref).split("/").at(-1);
  return shared[name as keyof typeof shared];
}

function validatorOf(schema: object): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  const validate = ajv.compile({ ...schema, components });
  compiled.set(schema, validate);
  return validate;
}

/** The description leaves room for what v1 may yet add; a test wants to hear of it. */
function withoutUnknownProperties(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutUnknownProperties);
  if (typeof schema !== "object" || schema === null) return schema;
  const closed = "properties" in schema && !("additionalProperties" in schema);
  return {
    ...Object.fromEntries(
      Object.entries(schema).map(([name, part]) => [name, withoutUnknownProperties(part)]),
    ),
    ...(closed && { additionalProperties: false }),
  };
}
