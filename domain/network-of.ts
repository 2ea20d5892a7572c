import ipaddr from "ipaddr.js";

/** One household's addresses as one: an IPv4 address itself, of IPv6 the /64; null for what is none. */
export function networkOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts.slice(0, 4).join(":")}/64`;
}

/** Whether an address is of somebody's own network: a proxy, or people whom no attacker from outside is among. */
export function isInside(address: string | null): boolean {
  return address !== null && ipaddr.isValid(address) && INSIDE.has(ipaddr.process(address).range());
}

const INSIDE = new Set<string>(["private", "loopback", "linkLocal", "uniqueLocal", "carrierGradeNat"]);
