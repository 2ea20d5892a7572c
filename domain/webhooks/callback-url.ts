import { lookup, type LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { promisify } from "node:util";
import ipaddr from "ipaddr.js";
import { parseUrl } from "@/contract/parse-url";
import type { Account } from "../caller";
import { isSecure } from "../public-url";
import { refused } from "../refused";

/** How names become addresses: node's own way, unless a test has another. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

const lookupAll = promisify(lookup);
export const resolveName: Resolve = async (hostname) => lookupAll(hostname, { all: true });

/** Whether an address is out on the internet: not private, loopback, link-local, reserved or in disguise. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";
}

/**
 * Whether an account's messages may go to an address. A live one's go out to the internet. A test account's may stay
 * within, for receivers that are still being written; but where people reach us by TLS this machine is no developer's
 * own, and what listens on it alone is not for them.
 */
export function isReachable({ live }: Pick<Account, "live">, address: string): boolean {
  if (live) return isPublicAddress(address);
  return !isSecure() || (ipaddr.isValid(address) && !HERE.has(ipaddr.process(address).range()));
}

const HERE = new Set<string>(["loopback", "linkLocal", "unspecified"]);

/** Where a URL leads; its host may be an address already. */
export async function addressesOf({ hostname }: URL, resolve: Resolve): Promise<LookupAddress[]> {
  const literal = hostname.replace(/^\[|\]$/gu, "");
  const family = isIP(literal);
  return family === 0 ? resolve(hostname) : [{ address: literal, family }];
}

/**
 * Why messages cannot be sent to a URL (contract section 5); undefined where they can. Live accounts' go by https
 * only. A name may point elsewhere tomorrow: who sends looks again.
 */
export async function whyNotCallable(
  { live }: Pick<Account, "live">,
  callbackUrl: string,
  resolve: Resolve = resolveName,
) {
  const url = parseUrl(callbackUrl);
  if (!url || !/^https?:$/u.test(url.protocol) || url.username !== "" || url.password !== "")
    return refused("callbackUrlInvalid");
  if (live && url.protocol !== "https:") return refused("callbackUrlNotHttps");
  const addresses = await addressesOf(url, resolve).catch(() => []);
  if (live && addresses.length === 0) return refused("callbackUrlUnknown");
  return addresses.every(({ address }) => isReachable({ live }, address))
    ? undefined
    : refused("callbackUrlPrivate");
}
