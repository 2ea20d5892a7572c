/**
 * The address a request came from. Behind proxies it is the entry of X-Forwarded-For that the outermost of our
 * own added: TRUSTED_PROXIES says how many there are (none by default, and then the header is not believed).
 */
export function clientAddress(
  header: (name: string) => string | undefined,
  socketAddress: string | undefined,
): string | undefined {
  const proxies = Number(process.env.TRUSTED_PROXIES ?? 0);
  if (proxies < 1) return withoutPrefix(socketAddress);
  const hops = (header("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  return withoutPrefix(withoutPort(hops.at(-proxies) ?? "") || socketAddress);
}

/** A socket that hears both IPv4 and IPv6 writes 192.0.2.1 as ::ffff:192.0.2.1: people know it without. */
function withoutPrefix(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+(?:\.\d+){3}$)/iu, "");
}

/** Some proxies add the port, by which every connection would look like somebody else. */
function withoutPort(hop: string): string {
  return /^(\d+(?:\.\d+){3}):\d+$/u.exec(hop)?.[1] ?? /^\[([^\]]*)\](?::\d+)?$/u.exec(hop)?.[1] ?? hop;
}
