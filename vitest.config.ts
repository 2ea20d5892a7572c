import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
const everywhere = { resolve: { alias: { "@": root } }, oxc: { jsx: { runtime: "automatic" as const } } };
const QUIET = { LOG_LEVEL: "silent" };
const notOurs = ["**/node_modules/**", ".next/**", ".data/**", "e2e/**"];

/** No test waits for time to pass: the limits are for machines with other things to do. Tests that need a Postgres are called `*.db.test.ts`; `npm test` gives them one (TEST_DATABASE_URL). */
export default defineConfig({
  test: {
    projects: [
      {
        ...everywhere,
        test: {
          env: QUIET,
          name: "unit",
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...notOurs, "**/*.db.test.ts"],
          testTimeout: 60_000,
        },
      },
      {
        ...everywhere,
        test: {
          env: QUIET,
          name: "integration",
          include: ["**/*.db.test.ts"],
          exclude: notOurs,
          testTimeout: 60_000,
        },
      },
    ],
  },
});
