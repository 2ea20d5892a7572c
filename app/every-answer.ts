import { isSecure } from "@/domain/public-url";

/**
 * Headers that every answer has, of pages, of the API and of what machines ask for. server.mjs puts them on those as
 * well that Next.js gives by itself, such as redirects.
 */
export function everyAnswer(): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    ...(isSecure() && { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" }),
  };
}
