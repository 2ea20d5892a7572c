import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));

/** Headers of scripts and styles, which the proxy does not see; pages get theirs from proxy.ts. */
const staticHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "no-referrer" },
  { key: "Content-Security-Policy", value: "default-src 'none'; frame-ancestors 'none'" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
];

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  skipTrailingSlashRedirect: true,
  reactStrictMode: true,
  // Lint, types and tests are npm test's business; the build has only to build.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root },
  serverExternalPackages: ["nodemailer", "pino", "postgres", "prom-client"],
  // Forms are small; what is larger is cut off here and refused by whoever reads it.
  experimental: { globalNotFound: true, proxyClientMaxBodySize: "128kb" },
  headers: async () => [{ source: "/_next/static/:path*", headers: staticHeaders }],
};
