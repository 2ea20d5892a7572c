import { everyAnswer } from "@/app/every-answer";

const COMMON_HEADERS = {
  "X-Frame-Options": "DENY",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), usb=(), browsing-topics=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/** The one site beside ours that a page may deal with. */
export interface Elsewhere {
  readonly formOrigin?: string;
  /** Its form is posted into a frame. */
  readonly frames?: boolean;
}

/**
 * Headers of every page. Nothing comes from anywhere else, nothing may frame us, nothing is kept; a form may end
 * on `formOrigin` beside ourselves (D31), which `frames` lets into a hidden frame as well.
 */
export function pageHeaders(
  nonce: string,
  { formOrigin, frames = false }: Elsewhere = {},
): Record<string, string> {
  const development = process.env.NODE_ENV === "development";
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' 'nonce-${nonce}'${development ? " 'unsafe-inline'" : ""}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `form-action 'self'${formOrigin === undefined ? "" : ` ${formOrigin}`}`,
    ...(frames && formOrigin !== undefined ? [`frame-src ${formOrigin}`] : []),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    // The first for browsers that do not know the second yet.
    "report-uri /csp-report",
    "report-to csp",
  ];
  return {
    "Content-Security-Policy": policy.join("; "),
    "Reporting-Endpoints": 'csp="/csp-report"',
    ...everyAnswer(),
    ...COMMON_HEADERS,
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex, nofollow",
  };
}
