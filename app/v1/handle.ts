import { LIMITS } from "@/contract/limits";
import {
  OPERATIONS,
  type BodyOf,
  type Operation,
  type OperationName,
  type Operations,
  type QueryOf,
  type ReasonOf,
} from "@/contract/operations";
import { COMMON_REFUSALS, price } from "@/contract/refusal";
import { isDatabaseDown } from "@/db/is-database-down";
import { accountTime } from "@/domain/accounts/account-time";
import { findCaller, isUnderMaintenance } from "@/domain/accounts/find-caller";
import { noteRequest } from "@/domain/accounts/request-log";
import { takeRequest } from "@/domain/accounts/take-request";
import type { Account, ServiceCaller } from "@/domain/caller";
import { log } from "@/domain/log";
import type { IdempotentRequest } from "@/domain/payments/idempotency";
import type { Refused } from "@/domain/refused";
import type { ApiAnswer, ApiCall } from "./api-call";
import { admitsJson } from "./firewall";
import { readInput } from "./read-input";
import { refusal, tooManyRequests, unavailable } from "./refusal";

/** Who asks: with an API key an account's service; with a one-time token nobody but the token's holder. */
type CallerOf<Name extends OperationName> = Operations[Name]["auth"] extends "key"
  ? ServiceCaller
  : undefined;

/** What an endpoint's own code is given: everything checked that its row of operations.ts can check. */
export interface Asked<Name extends OperationName> {
  readonly caller: CallerOf<Name>;
  readonly body: BodyOf<Name>;
  readonly query: QueryOf<Name>;
  /** A search's filters as they were given. */
  readonly filters: URLSearchParams;
  readonly params: Readonly<Record<string, string>>;
  readonly idempotent: IdempotentRequest | undefined;
  readonly address: string | undefined;
  readonly now: Date;
}

/** What it gives back: an answer, or one of the reasons that its row prices; any other does not compile. */
type Outcome<Name extends OperationName> =
  | (Omit<ApiAnswer, "status"> & { status?: number })
  | Refused<ReasonOf<Name> | "tooManyRequests">;

/** An endpoint, ready to be called by either server. */
export interface Handler {
  readonly operation: Pick<Operation, "method" | "path">;
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
  const respond = async (call: ApiCall, requestId: string, seen: Seen): Promise<ApiAnswer> => {
    const { now } = seen;
    try {
      const known = operation.auth === "key" ? await authenticate(call, now) : await admitTokenHolder();
      if ("status" in known) return known;
      seen.caller = known.caller;
      if (known.caller && !(await isWithinRate(operation, known.caller.account))) return tooManyRequests();
      if (!admitsJson(call.header("accept"))) return refusal(COMMON_REFUSALS.blocked);
      const input = await readInput(call, operation);
      if ("status" in input) return input;
      seen.body = input.body;
      const outcome = await run({
        caller: known.caller as CallerOf<Name>,
        body: input.body as BodyOf<Name>,
        query: input.query as QueryOf<Name>,
        idempotent: input.idempotent,
        filters: input.filters,
        params: call.params,
        address: call.address,
        now: known.caller ? accountTime(known.caller.account, now) : now,
      });
      return "refused" in outcome ? priced(operation, outcome) : { status: operation.success, ...outcome };
    } catch (error) {
      if (isDatabaseDown(error)) return unavailable();
      log.error({ err: error, requestId, operation: name }, "request failed");
      return refusal(price(operation.fault, "Downstream system error"));
    }
  };
  const answer = async (call: ApiCall, requestId: string): Promise<ApiAnswer> => {
    const seen: Seen = { now: new Date(), caller: undefined, body: undefined };
    const given = await respond(call, requestId, seen);
    note(call, requestId, seen, given);
    return given;
  };
  return { operation, answer };
}

/** What the request log needs to know of a request that is being answered. */
interface Seen {
  readonly now: Date;
  caller: ServiceCaller | undefined;
  body: unknown;
}

/** Requests with an API key go into their account's log; card details come only without one. */
function note(
  call: ApiCall,
  requestId: string,
  { now, caller, body }: Seen,
  { status, body: given }: ApiAnswer,
) {
  if (!caller) return;
  const { code, payment_id: paymentId } = (given ?? {}) as { code?: string; payment_id?: string };
  noteRequest({
    caller,
    requestId,
    method: call.method,
    path: call.path,
    httpStatus: status,
    code: status >= 400 ? code : undefined,
    milliseconds: Date.now() - now.getTime(),
    idempotencyHit: call.method === "POST" && status === 200,
    paymentId: paymentId ?? call.params.paymentId,
    requestBody: body,
    responseBody: given,
    happenedAt: now,
  });
}

async function authenticate(call: ApiCall, now: Date): Promise<{ caller: ServiceCaller } | ApiAnswer> {
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

async function admitTokenHolder(): Promise<{ caller: undefined } | ApiAnswer> {
  return (await isUnderMaintenance()) ? unavailable() : { caller: undefined };
}

/** Counts a request against an account's limit for its kind (D29, D33). */
export async function isWithinRate({ rate }: Pick<Operation, "rate">, account: Account): Promise<boolean> {
  return takeRequest(`${account.id} ${rate}`, account[`${rate}PerSecond`] ?? defaultRate(rate));
}

/** The platform's limit for a kind of request; RATE_CREATE_PER_SECOND and the like change it. */
function defaultRate(rate: Operation["rate"]): number {
  const name = `RATE_${rate.replace(/[A-Z]/gu, (letter) => `_${letter}`).toUpperCase()}_PER_SECOND`;
  return Number(process.env[name] ?? LIMITS[`${rate}PerSecond`]);
}

function priced(operation: Operation, { refused, details }: Refused): ApiAnswer {
  if (refused === "tooManyRequests") return tooManyRequests(details.waitSeconds);
  const cost = operation.refusals[refused];
  if (!cost) throw new Error(`No price for ${refused}`);
  return refusal(cost, details);
}
