import type { z } from "zod";
import { LIMITS } from "@/contract/limits";
import type { Operation } from "@/contract/operations";
import { metadataFaults } from "@/contract/payment";
import { COMMON_REFUSALS } from "@/contract/refusal";
import { hashOfBody, type IdempotentRequest } from "@/domain/payments/idempotency";
import type { ApiAnswer, ApiCall } from "./api-call";
import { hasBarredCharacters, isJsonType } from "./firewall";
import { refusal } from "./refusal";

/** What a caller sent, read by the schema of the operation's row. */
export interface Input {
  readonly body: unknown;
  readonly query: unknown;
  /** A search's filters as they were given, for the links of its pages. */
  readonly filters: URLSearchParams;
  readonly idempotent: IdempotentRequest | undefined;
}

/**
 * JSON is UTF-8 (RFC 8259): decoded all the same, a Latin-1 name would be stored with its letters lost. The byte
 * order mark that .NET's writers begin with is not asked for, and passed over.
 */
const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** No body that we know has more than three. */
const JSON_LEVELS = 32;

const TOO_LARGE: ApiAnswer = {
  status: 413,
  body: { code: "413", description: "Request body is too large" },
};
const NOTHING: Input = {
  body: undefined,
  query: undefined,
  filters: new URLSearchParams(),
  idempotent: undefined,
};

/** Reads the parameters of a search or the body of a post; or says what is wrong with them (D1). */
export async function readInput(call: ApiCall, operation: Operation): Promise<Input | ApiAnswer> {
  if (operation.query && operation.badQuery) return readQuery(call, operation);
  if (operation.body && operation.badJson) return readBody(call, operation);
  return operation.method === "POST" ? readUnwanted(call) : NOTHING;
}

/** A body that nobody asked for says nothing, but the firewall looks at every one that is sent (D3). */
async function readUnwanted(call: ApiCall): Promise<Input | ApiAnswer> {
  const bytes = await call.readBody(LIMITS.bodyKibibytes * 1024);
  if (bytes?.length === 0) return NOTHING;
  if (!isJsonType(call.header("content-type"))) return refusal(COMMON_REFUSALS.blocked);
  if (bytes === undefined) return TOO_LARGE;
  return hasBarredCharacters(parseJson(bytes)) ? refusal(COMMON_REFUSALS.blocked) : NOTHING;
}

function readQuery(call: ApiCall, { query, badQuery }: Operation): Input | ApiAnswer {
  const given = Object.fromEntries([...call.query].filter(([, value]) => value.trim() !== ""));
  const read = query?.safeParse(given);
  if (read?.success) return { ...NOTHING, query: read.data, filters: filtersIn(given, read.data) };
  const parameters = new Set(read?.error.issues.map(({ path }) => String(path[0])));
  if (!badQuery) throw new Error("A search without a price for bad parameters");
  return refusal(badQuery, { parameters: [...parameters].join(", ") });
}

/** What says which records are wanted: neither the page, nor what nobody knows. */
function filtersIn(given: Record<string, string>, known: object): URLSearchParams {
  const isFilter = (name: string) => Object.hasOwn(known, name) && name !== "page" && name !== "display_size";
  return new URLSearchParams(Object.entries(given).filter(([name]) => isFilter(name)));
}

async function readBody(call: ApiCall, operation: Operation): Promise<Input | ApiAnswer> {
  if (!operation.body || !operation.badJson) return NOTHING;
  const bytes = await call.readBody(LIMITS.bodyKibibytes * 1024);
  if (bytes?.length !== 0 && !isJsonType(call.header("content-type")))
    return refusal(COMMON_REFUSALS.blocked);
  if (bytes === undefined) return TOO_LARGE;
  const parsed = parseJson(bytes);
  if (hasBarredCharacters(parsed)) return refusal(COMMON_REFUSALS.blocked);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    return refusal(operation.badJson);

  const key = operation.idempotent ? call.header("idempotency-key") : undefined;
  const read = operation.body.safeParse(withoutNulls(parsed));
  const broken = [...brokenRules(read), ...(isAcceptableKey(key) ? [] : ["Idempotency-Key.format"])];
  const rules = operation.rules ?? {};
  const first = Object.keys(rules).find((rule) => broken.includes(rule));
  if (first !== undefined && rules[first]) return refusal(rules[first], faultsIn(parsed));
  if (!read.success) throw new Error(`Rules without a price: ${broken.join(", ")}`);
  return {
    ...NOTHING,
    body: read.data,
    idempotent: key === undefined ? undefined : { key, bodyHash: hashOfBody(parsed) },
  };
}

/** The schemas name rules as their messages; no input ever gets into an error. */
function brokenRules(read: z.ZodSafeParseResult<unknown>): string[] {
  return read.success ? [] : read.error.issues.map((issue) => issue.message);
}

function isAcceptableKey(key: string | undefined): boolean {
  return key === undefined || /^[A-Za-z0-9-]{1,255}$/u.test(key);
}

function faultsIn(body: object): Record<string, string> {
  const metadata = (body as { metadata?: unknown }).metadata;
  const faults = typeof metadata === "object" && metadata !== null ? metadataFaults(metadata) : [];
  return { faults: faults.join(". ") };
}

/** Undefined for what is no JSON, or is nested so deeply that walking through it would overflow the stack. */
function parseJson(bytes: Buffer): unknown {
  try {
    const parsed: unknown = JSON.parse(UTF8.decode(bytes));
    return isDeeperThan(parsed, JSON_LEVELS) ? undefined : parsed;
  } catch {
    return undefined;
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(item, levels - 1));
}

/** A null attribute counts as absent (D2). */
function withoutNulls(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}
