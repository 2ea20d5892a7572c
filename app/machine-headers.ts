import { randomUUID } from "node:crypto";
import { everyAnswer } from "./every-answer";

/** Headers of what machines ask for beside the API: nothing is kept, nothing is shown in a page. */
export function machineHeaders(): Record<string, string> {
  return {
    ...everyAnswer(),
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Request-Id": randomUUID(),
  };
}
