import { createHash } from "node:crypto";
import type { PspContext } from "../port";
import type { Merchant } from "./credentials";
import { LARGEST_DOCUMENT_CHARACTERS } from "./read-xml";
import { readReply, type Reply } from "./read-reply";
import { writeDocument, type XmlElement } from "./xml";

/** How long each kind of message is waited for: banks are slow, receipts are not. */
export const TIMEOUT_MILLISECONDS = {
  authorise: 50_000,
  cancel: 10_000,
  refund: 10_000,
  capture: 3_000,
  inquiry: 10_000,
  deleteToken: 10_000,
} as const;

export interface Message {
  readonly url: string;
  readonly merchant: Merchant;
  readonly body: XmlElement;
  readonly timeoutMilliseconds: number;
  /** Worldpay's machine that keeps the 3D Secure session. */
  readonly machine?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

export type Answer =
  | { readonly is: "reply"; readonly reply: Reply; readonly machine?: string }
  /** The door was closed: what was sent was not looked at. */
  | { readonly is: "turnedAway"; readonly status: number }
  /** There was no way to Worldpay: nothing was sent. */
  | { readonly is: "notSent"; readonly cause: string }
  /** Anything may have happened. */
  | { readonly is: "unknown"; readonly cause: string };

/** One message to the gateway and its answer: sent once, never again by itself, and with no cookies but those given. */
export async function sendMessage(message: Message): Promise<Answer> {
  const { url, merchant, body, timeoutMilliseconds, machine, idempotencyKey } = message;
  const login = Buffer.from(`${merchant.username}:${merchant.password}`, "utf8").toString("base64");
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        authorization: `Basic ${login}`,
        "content-type": "application/xml; charset=utf-8",
        accept: "text/xml, application/xml",
        ...(machine !== undefined && { cookie: `machine=${machine}` }),
        ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      },
      body: writeDocument(merchant.merchantCode, body),
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.timeout(Math.max(1, timeoutMilliseconds)),
    });
    return await answerOf(response);
  } catch (error) {
    return failureOf(error);
  }
}

/** What these statuses stand for is told before a body is read. */
const TURNED_AWAY: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 413, 415]);

async function answerOf(response: Response): Promise<Answer> {
  const { status } = response;
  if (status !== 200) {
    await response.body?.cancel();
    return TURNED_AWAY.has(status) ? { is: "turnedAway", status } : unknown(`http_${status}`);
  }
  const document = await readBounded(response);
  const reply = document === undefined ? undefined : readReply(document);
  if (!reply) return unknown("unparsable");
  const machine = machineOf(response);
  return { is: "reply", reply, ...(machine !== undefined && { machine }) };
}

async function readBounded(response: Response): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LARGEST_DOCUMENT_CHARACTERS) return undefined;
  }
  return text + decoder.decode();
}

/** The last machine cookie that was set, as a browser would keep it: sent back twice, neither would be found. */
function machineOf(response: Response): string | undefined {
  const values = response.headers
    .getSetCookie()
    .map((cookie) => /^\s*machine=([^;\s,"\\]+)/u.exec(cookie)?.[1])
    .filter((value) => value !== undefined);
  return values.at(-1);
}

/** Failures from before a connection stood. */
const NEVER_SENT: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function failureOf(error: unknown): Answer {
  if (error instanceof Error && error.name === "TimeoutError") return unknown("timeout");
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code: unknown = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return NEVER_SENT.has(code) ? { is: "notSent", cause: String(code) } : unknown("reset");
}

function unknown(cause: string): Answer {
  return { is: "unknown", cause };
}

/** A UUID that is the same for the same operation, for the Idempotency-Key header. */
export function idempotencyKeyOf({ operationKey }: Pick<PspContext, "operationKey">, attempt = 1): string {
  const hex = createHash("sha256").update(`${operationKey}:${attempt}`).digest("hex");
  const variant = "89ab"[Number.parseInt(hex[16] ?? "0", 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
