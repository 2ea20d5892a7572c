import { parseUrl } from "@/contract/parse-url";
import type { PolicyReport } from "@/contract/policy-report";

/** A report without anything that could tell who sent it, or let anybody in: what it is counted by. */
export interface Violation {
  readonly directive: string;
  readonly blocked: string;
  readonly page: string;
}

/** The directives that our policy has, and those that browsers name in their place. */
const DIRECTIVES = new Set([
  "default-src",
  "script-src",
  "script-src-elem",
  "script-src-attr",
  "style-src",
  "style-src-elem",
  "style-src-attr",
  "img-src",
  "font-src",
  "connect-src",
  "manifest-src",
  "frame-src",
  "child-src",
  "worker-src",
  "media-src",
  "object-src",
  "form-action",
  "frame-ancestors",
  "base-uri",
]);

const KEYWORDS = new Set(["inline", "eval", "wasm-eval", "self", "data", "blob", "about"]);

/**
 * What a report is counted by: the directive, the origin of what was blocked (never its path or query), the page's
 * path with everything that is not one of our own words left out. Undefined where the directive is none of ours.
 */
export function describeViolation({ directive, blocked, page }: PolicyReport): Violation | undefined {
  const name = directive.trim().split(/\s/u, 1)[0] ?? "";
  if (!DIRECTIVES.has(name)) return undefined;
  return { directive: name, blocked: sourceOf(blocked.trim()), page: pathOf(page) };
}

function sourceOf(blocked: string): string {
  if (KEYWORDS.has(blocked)) return blocked;
  const url = parseUrl(blocked);
  if (!url) return "other";
  // What an extension does to our page is the reader's own business; which one it is, nobody's.
  if (url.protocol.endsWith("extension:")) return "extension";
  if (url.protocol === "https:" || url.protocol === "http:") return url.origin.slice(0, 200);
  return KEYWORDS.has(url.protocol.slice(0, -1)) ? url.protocol.slice(0, -1) : "other";
}

/** What stands below these is a secret that opens something. */
const SECRET_BELOW = /^(\/secure|\/admin\/invitation|\/admin\/new-password)\/.*$/u;
/** No id and no token is a short word. */
const WORD = /^[a-z][a-z-]{0,19}$/u;

function pathOf(page: string): string {
  const path = parseUrl(page)?.pathname ?? "/*";
  return path
    .replace(SECRET_BELOW, "$1/*")
    .split("/")
    .slice(0, 10)
    .map((part) => (part === "" || WORD.test(part) ? part : "*"))
    .join("/");
}
