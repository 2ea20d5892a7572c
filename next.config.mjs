import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { STATIC_HEADERS } from "./static-headers.mjs";

const root = dirname(fileURLToPath(import.meta.url));

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
  experimental: {
    globalNotFound: true,
    proxyClientMaxBodySize: "128kb",
    // Whoever pays sees few pages, each loaded whole: a few large scripts compress better than many small ones.
    turbopackCjsTreeShaking: true,
    turbopackCrossModuleConstants: true,
    turbopackCjsScopeHoisting: true,
    turbopackChunking: { minChunkSize: 1_000_000, maxMergeChunkSize: 2_000_000 },
  },
  headers: async () => [{ source: "/_next/static/:path*", headers: STATIC_HEADERS }],
};
