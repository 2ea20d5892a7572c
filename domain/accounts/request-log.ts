import { lt, sql } from "drizzle-orm";
import { database } from "@/db/client";
import { requestLog } from "@/db/schema";
import { LIMITS } from "@/contract/limits";
import { forgetBatch } from "../forget-batch";
import { log } from "../log";
import type { ServiceCaller } from "../caller";

/** One answered request of a caller, as its staff may see it. */
export interface LoggedRequest {
  readonly caller: ServiceCaller;
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly httpStatus: number;
  readonly code: string | undefined;
  readonly milliseconds: number;
  readonly idempotencyHit: boolean;
  readonly paymentId: string | undefined;
  readonly requestBody: unknown;
  readonly responseBody: unknown;
  readonly happenedAt: Date;
}

const FLUSH_MILLISECONDS = 1000;
const FLUSH_ROWS = 500;

let waiting: LoggedRequest[] = [];
let timer: NodeJS.Timeout | undefined;
let writing = Promise.resolve();

/** Notes a request. It is written a second later with others, so that no request waits for its own entry. */
export function noteRequest(request: LoggedRequest): void {
  waiting.push(request);
  if (waiting.length >= FLUSH_ROWS) flush();
  else timer ??= setTimeout(flush, FLUSH_MILLISECONDS);
}

/** Writes what is still waiting, before the process ends. */
export async function flushRequestLog(): Promise<void> {
  flush();
  await writing;
}

/** Removes entries older than 30 days, a batch of them. @returns how many. */
export async function forgetRequests(now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - LIMITS.requestLogDays * 86_400_000);
  return forgetBatch(requestLog, lt(requestLog.happenedAt, oldest));
}

function flush(): void {
  clearTimeout(timer);
  timer = undefined;
  const batch = waiting;
  waiting = [];
  if (batch.length > 0) writing = writing.then(() => write(batch));
}

/** One statement for all of them. An entry that cannot be written is not worth failing for. */
async function write(batch: readonly LoggedRequest[]): Promise<void> {
  const rows = JSON.stringify(batch.map(rowOf));
  try {
    await database().execute(sql`
      insert into request_log (service_id, account_id, request_id, api_key_id, method, path, http_status, code,
        milliseconds, idempotency_hit, payment_id, request_body, response_body, happened_at)
      select * from jsonb_to_recordset(${rows}::jsonb) as row (service_id text, account_id text, request_id text,
        api_key_id text, method text, path text, http_status integer, code text, milliseconds integer,
        idempotency_hit boolean, payment_id text, request_body jsonb, response_body jsonb, happened_at timestamptz)`);
  } catch (error) {
    log.error({ err: error, requests: batch.length }, "the request log could not be written");
  }
}

function rowOf(request: LoggedRequest) {
  const { account, apiKeyId } = request.caller;
  return {
    service_id: account.serviceId,
    account_id: account.id,
    request_id: request.requestId,
    api_key_id: apiKeyId,
    method: request.method,
    path: request.path.slice(0, 500),
    http_status: request.httpStatus,
    code: request.code,
    milliseconds: request.milliseconds,
    idempotency_hit: request.idempotencyHit,
    payment_id: request.paymentId,
    request_body: redacted(request.requestBody),
    response_body: redacted(request.responseBody),
    happened_at: request.happenedAt,
  };
}

/** What may be kept of bodies: nothing that says who pays, or with what. */
const KEPT = new Set([
  "amount",
  "agreement_id",
  "agreement_payment_type",
  "authorisation_mode",
  "code",
  "delayed_capture",
  "description",
  "field",
  "header",
  "language",
  "moto",
  "payment_id",
  "reference",
  "refund_amount_available",
  "refund_id",
  "set_up_agreement",
  "state",
  "status",
  "total",
]);

function redacted(body: unknown): Record<string, unknown> | undefined {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return undefined;
  return Object.fromEntries(
    Object.entries(body)
      .slice(0, 50)
      .map(([key, value]) => [key.slice(0, 50), KEPT.has(key) ? value : "[redacted]"]),
  );
}
