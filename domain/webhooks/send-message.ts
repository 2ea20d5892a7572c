import type { LookupAddress } from "node:dns";
import { request as requestByHttp } from "node:http";
import { request as requestByHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { LIMITS } from "@/contract/limits";
import { addressesOf, isReachable, resolveName, type Resolve } from "./callback-url";

/** What came of one try: the receiver's status, or why there was none. */
export type Answer = { readonly httpStatus: number } | { readonly failure: string };

interface Receiver {
  readonly callbackUrl: string;
  /** Live accounts' messages go to public addresses by https only. */
  readonly live: boolean;
}

/**
 * Posts a message and waits five seconds for a status. Redirects are not followed.
 *
 * The name is resolved once, its addresses are checked, and the connection is made to those very addresses: a
 * name that answers differently the second time gains nothing. Never throws.
 */
export async function sendMessage(
  { callbackUrl, live }: Receiver,
  headers: Readonly<Record<string, string>>,
  body: string,
  resolve: Resolve = resolveName,
): Promise<Answer> {
  const url = new URL(callbackUrl);
  const signal = AbortSignal.timeout(LIMITS.webhookAnswerSeconds * 1000);
  try {
    if (live && url.protocol !== "https:") return { failure: "not https" };
    const addresses = await Promise.race([addressesOf(url, resolve), aborted(signal)]);
    if (!addresses.every(({ address }) => isReachable({ live }, address)))
      return { failure: live ? "not a public address" : "an address of this machine" };
    return { httpStatus: await post(url, addresses, headers, body, signal) };
  } catch (error) {
    return { failure: describe(error as NodeJS.ErrnoException) };
  }
}

async function post(
  url: URL,
  addresses: LookupAddress[],
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<number> {
  return new Promise((answer, fail) => {
    const request = url.protocol === "https:" ? requestByHttps : requestByHttp;
    const sent = request(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Length": String(Buffer.byteLength(body)),
        "User-Agent": "Exchequer-Webhooks",
        ...headers,
      },
      // A connection of its own: one that is kept was checked for another message.
      agent: false,
      lookup: lookingOnlyAt(addresses),
      signal,
    });
    sent.on("response", (response) => {
      answer(response.statusCode ?? 0);
      // What it says beside its status is of no interest, and the signal ends what goes on for too long.
      response.on("error", () => {}).resume();
    });
    sent.on("error", fail);
    sent.end(body);
  });
}

/** node's lookup for a connection: it goes to these addresses and nowhere else. */
function lookingOnlyAt(addresses: LookupAddress[]): LookupFunction {
  return (_hostname, { all }, done) => {
    const [first] = addresses;
    if (all || !first) done(null, addresses);
    else done(null, first.address, first.family);
  };
}

async function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, fail) => {
    signal.addEventListener("abort", () => fail(signal.reason as Error));
  });
}

/** For staff to read: short, and nothing but what went wrong. */
function describe({ name, code, message }: NodeJS.ErrnoException): string {
  if (name === "AbortError" || name === "TimeoutError")
    return `no answer within ${LIMITS.webhookAnswerSeconds} seconds`;
  return (code ?? message).slice(0, 100);
}
