import { randomUUID } from "node:crypto";

/** Headers of what machines ask for beside the API: nothing is kept, nothing is shown in a page. */
export function machineHeaders(): Record<string, string> {
  return {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": randomUUID(),
  };
}
