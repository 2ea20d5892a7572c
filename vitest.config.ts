import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
const everywhere = { resolve: { alias: { "@": root } }, oxc: { jsx: { runtime: "automatic" as const } } };
const QUIET = { LOG_LEVEL: "silent" };
const notOurs = ["**/node_modules/**", ".next/**", ".data/**", "e2e/**"];

/** What looks at its whole process (memory, the tracer), and so shares it with nobody. */
const ALONE = ["app/tracing.db.test.ts", "app/admin/csv-of-payments.db.test.ts"];

/**
 * No test waits for time to pass: the limits are for machines with other things to do. Tests that need a Postgres are
 * called `*.db.test.ts`, and `npm test` gives them one (TEST_DATABASE_URL); those that talk to a server of their own,
 * `*.wire.test.ts`. To load what these test takes longer than most of them: one process runs many. All others are done
 * in seconds, and part of `npm run check`.
 */
export default defineConfig({
  test: {
    // Left to itself Vitest keeps a core free, which of two is half.
    maxWorkers: "100%",
    projects: [
      {
        ...everywhere,
        test: {
          env: QUIET,
          name: "unit",
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...notOurs, "**/*.{db,wire}.test.ts"],
          testTimeout: 60_000,
        },
      },
      {
        ...everywhere,
        test: {
          env: QUIET,
          name: "integration",
          isolate: false,
          include: ["**/*.{db,wire}.test.ts"],
          exclude: [...notOurs, ...ALONE],
          testTimeout: 60_000,
        },
      },
      {
        ...everywhere,
        test: { env: QUIET, name: "alone", include: ALONE, testTimeout: 60_000 },
      },
    ],
  },
});
