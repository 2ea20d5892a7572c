/** An absolute address under the configured public base URL; never built from a request's Host header. */
export function publicUrl(path: string): string {
  return (process.env.PUBLIC_URL ?? "http://localhost:3000").replace(/\/+$/u, "") + path;
}

/** Whether people reach us by TLS, which ends before us. */
export function isSecure(): boolean {
  return publicUrl("").startsWith("https:");
}
