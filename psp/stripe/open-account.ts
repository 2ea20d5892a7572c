import { Stripe } from "stripe";
import { credentialsProblem } from "../credentials-problem";
import type { PspContext, PspCredentials } from "../port";
import { isLiveKey, StripeCredentials } from "./credentials";
import { MILLISECONDS } from "./timings";

/** An account at Stripe that can be asked. */
export interface StripeAccount {
  readonly stripe: Stripe;
  readonly credentials: StripeCredentials;
  /** The service's account under a platform; null where it is the one that takes the payments. */
  readonly connected: string | null;
}

/** Why nothing can be asked: nothing has been either. */
export interface Unusable {
  readonly unusable: string;
}

/** A second opinion from the SDK would be one request more than the journal knows of. */
const NO_RETRIES = 0;
const KEPT_CLIENTS = 100;

/** One client, and so one set of connections, per key. */
const clients = new Map<string, Stripe>();

export function openAccount({
  credentials,
  live,
}: Pick<PspContext, "credentials" | "live">): StripeAccount | Unusable {
  const account = readAccount(credentials);
  if ("unusable" in account) return account;
  const { secretKey } = account.credentials;
  return isLiveKey(secretKey) === live
    ? account
    : { unusable: live ? "a test key on a live account" : "a live key on a test account" };
}

/** As `openAccount`, where nothing is moved and either kind of key will do. */
export function readAccount(raw: PspCredentials): StripeAccount | Unusable {
  const read = StripeCredentials.safeParse(raw);
  if (!read.success) return { unusable: `credentials: ${credentialsProblem(read.error)}` };
  const credentials = read.data;
  return {
    stripe: clientFor(credentials),
    credentials,
    connected: credentials.mode === "connect" ? credentials.accountId : null,
  };
}

function clientFor({ secretKey, apiBase }: StripeCredentials): Stripe {
  const name = `${secretKey} ${apiBase ?? ""}`;
  const client = clients.get(name) ?? createClient(secretKey, apiBase);
  clients.delete(name);
  clients.set(name, client);
  const [oldest] = clients.keys();
  if (clients.size > KEPT_CLIENTS && oldest !== undefined) clients.delete(oldest);
  return client;
}

function createClient(secretKey: string, apiBase: string | undefined): Stripe {
  return new Stripe(secretKey, {
    maxNetworkRetries: NO_RETRIES,
    timeout: MILLISECONDS.timeout,
    telemetry: false,
    ...(apiBase !== undefined && elsewhere(new URL(apiBase))),
  });
}

function elsewhere({ protocol, hostname, port }: URL) {
  const isPlain = protocol === "http:";
  return {
    protocol: isPlain ? ("http" as const) : ("https" as const),
    host: hostname,
    port: port || (isPlain ? 80 : 443),
  };
}
