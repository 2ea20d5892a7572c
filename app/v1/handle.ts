import { z } from "zod";
import { LIMITS } from "@/contract/limits";
import {
  OPERATIONS,
  type BodyOf,
  type Operation,
  type OperationName,
  type ReasonOf,
} from "@/contract/operations";
import { metadataFaults } from "@/contract/payment";
import { COMMON_REFUSALS, price, type Price } from "@/contract/refusal";
import { findCaller } from "@/domain/accounts/find-caller";
import { takeRequest } from "@/domain/accounts/take-request";
import type { Account, ServiceCaller } from "@/domain/caller";
import { isDatabaseDown } from "@/db/is-database-down";
import { log } from "@/domain/log";
import type { Refused } from "@/domain/refused";
import { hashOfBody, type IdempotentRequest } from "@/domain/payments/idempotency";
import type { ApiAnswer, ApiCall } from "./api-call";
import { admitsJson, hasBarredCharacters, isJsonType } from "./firewall";

/** What an endpoint's own code is given: everything checked that its row of operations.ts can check. */
export interface Asked<Name extends OperationName> {
  readonly caller: ServiceCaller;
  readonly account: Account;
  readonly body: BodyOf<Name>;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly idempotent: IdempotentRequest | undefined;
  readonly now: Date;
}

/** What it gives back: an answer, or one of the reasons that its row prices; any other does not compile. */
type Outcome<Name extends OperationName> = Omit<ApiAnswer, "status"> & { status?: number } | Refused<ReasonOf<Name>>;

/** An endpoint, ready to be called by either server. */
export interface Handler {
  readonly operation: Operation;
  answer(call: ApiCall, requestId: string): Promise<ApiAnswer>;
}

/**
 * The doorway of the API: key, maintenance, rate, firewall, JSON and the row's schema, in the order of D1, then
 * the endpoint's own code, then its answer or its priced refusal. A fault becomes the row's x98 code (D6).
 */
export function handle<Name extends OperationName>(
  name: Name,
  run: (asked: Asked<Name>) => Promise<Outcome<Name>>,
): Handler {
  const operation: Operation = OPERATIONS[name];
  const answer = async (call: ApiCall, requestId: string): Promise<ApiAnswer> => {
    try {
      const now = new Date();
      const known = await authenticate(call, now);
      if ("status" in known) return known;
      const { caller } = known;
      const stopped = await stopAtTheDoor(call, operation, caller.account);
      if (stopped) return stopped;
      const input = await readInput(call, operation);
      if ("status" in input) return input;
      const outcome = await run({
        caller,
        account: caller.account,
        body: input.body as BodyOf<Name>,
        params: call.params,
        query: call.query,
        idempotent: input.idempotent,
        now,
      });
      if ("refused" in outcome) return refusal(priceOf(operation, outcome), outcome.details);
      return { status: operation.success, ...outcome };
    } catch (error) {
      if (isDatabaseDown(error)) return unavailable();
      log.error({ err: error, requestId, operation: name }, "request failed");
      return refusal(price(operation.fault, "Downstream system error"));
    }
  };
  return { operation, answer };
}

async function authenticate(
  call: ApiCall,
  now: Date,
): Promise<{ caller: ServiceCaller } | ApiAnswer> {
  const key = /^Bearer +(\S+)$/iu.exec(call.header("authorization")?.trim() ?? "")?.[1];
  const found = key === undefined ? undefined : await findCaller(key, now);
  if (!found) {
    return {
      status: 401,
      body: { code: "401", description: "Credentials are required to access this resource" },
      headers: { "WWW-Authenticate": "Bearer" },
    };
  }
  return found.maintenance ? unavailable() : { caller: found.caller };
}

async function stopAtTheDoor(
  call: ApiCall,
  { rate }: Operation,
  account: Account,
): Promise<ApiAnswer | undefined> {
  const perSecond = account[`${rate}PerSecond`] ?? defaultRate(rate);
  if (!(await takeRequest(`${account.id} ${rate}`, perSecond))) {
    return { ...refusal(COMMON_REFUSALS.tooManyRequests), headers: { "Retry-After": "1" } };
  }
  return admitsJson(call.header("accept")) ? undefined : refusal(COMMON_REFUSALS.blocked);
}

/** The platform's limit for a kind of request; RATE_CREATE_PER_SECOND and the like change it. */
function defaultRate(rate: Operation["rate"]): number {
  const name = `RATE_${rate.replace(/[A-Z]/gu, (letter) => `_${letter}`).toUpperCase()}_PER_SECOND`;
  return Number(process.env[name] ?? LIMITS[`${rate}PerSecond`]);
}

interface Input {
  readonly body: unknown;
  readonly idempotent: IdempotentRequest | undefined;
}

async function readInput(call: ApiCall, operation: Operation): Promise<Input | ApiAnswer> {
  if (!operation.body || !operation.badJson) return { body: undefined, idempotent: undefined };
  if (!isJsonType(call.header("content-type"))) return refusal(COMMON_REFUSALS.blocked);
  const text = await call.readBody(LIMITS.bodyKibibytes * 1024);
  if (text === undefined) {
    return { status: 413, body: { code: "413", description: "Request body is too large" } };
  }
  const parsed = parseJson(text);
  if (hasBarredCharacters(parsed)) return refusal(COMMON_REFUSALS.blocked);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    return refusal(price(operation.badJson, "Unable to parse JSON"));
  }
  const key = operation.idempotent ? call.header("idempotency-key") : undefined;
  const checked = operation.body.safeParse(withoutNulls(parsed));
  const broken = [...brokenRules(checked), ...(isAcceptableKey(key) ? [] : ["Idempotency-Key.format"])];
  const rules = operation.rules ?? {};
  const first = Object.keys(rules).find((rule) => broken.includes(rule));
  if (first !== undefined && rules[first]) return refusal(rules[first], faultsIn(parsed));
  if (!checked.success) throw new Error(`Rules without a price: ${broken.join(", ")}`);
  return {
    body: checked.data,
    idempotent: key === undefined ? undefined : { key, bodyHash: hashOfBody(parsed) },
  };
}

function brokenRules(checked: z.ZodSafeParseResult<unknown>): string[] {
  return checked.success ? [] : checked.error.issues.map((issue) => issue.message);
}

function isAcceptableKey(key: string | undefined): boolean {
  return key === undefined || /^[A-Za-z0-9-]{1,255}$/u.test(key);
}

function faultsIn(body: object): Record<string, string> {
  const metadata = (body as { metadata?: unknown }).metadata;
  const faults = typeof metadata === "object" && metadata !== null ? metadataFaults(metadata) : [];
  return { faults: faults.join(". ") };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A null attribute counts as absent (D2). */
function withoutNulls(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

function priceOf(operation: Operation, { refused }: Refused): Price {
  const priced = operation.refusals[refused];
  if (!priced) throw new Error(`No price for ${refused}`);
  return priced;
}

/** A refusal as it is sent, its words filled in. */
export function refusal(priced: Price, details: Refused["details"] = {}): ApiAnswer {
  const { status, code, description, field, header } = priced;
  const words = description.replace(/\{(\w+)\}/gu, (_, name: string) => String(details[name] ?? ""));
  return {
    status,
    body: { code, description: words, ...(field && { field }), ...(header && { header }) },
  };
}

function unavailable(): ApiAnswer {
  return { ...refusal(COMMON_REFUSALS.maintenance), headers: { "Retry-After": "30" } };
}
