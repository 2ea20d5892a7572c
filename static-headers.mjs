// @ts-check
/** Headers of scripts and styles, which the proxy does not see; pages get theirs from proxy.ts. */
export const STATIC_HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "no-referrer" },
  { key: "Content-Security-Policy", value: "default-src 'none'; frame-ancestors 'none'" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
];
