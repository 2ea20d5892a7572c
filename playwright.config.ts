import { defineConfig } from "@playwright/test";

const { EXCHEQUER_URL, EXCHEQUER_CHROMIUM, EXCHEQUER_REPORT } = process.env;
// Chromium's sandbox refuses to work for root.
const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];

/** npm test starts the server, finds the browser and says where both are; see bin/test.mjs. */
export default defineConfig({
  testDir: "e2e",
  workers: 2,
  retries: 0,
  // For machines that have other things to do as well; the tests themselves never wait for time to pass.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: EXCHEQUER_REPORT ? [["list"], ["json", { outputFile: EXCHEQUER_REPORT }]] : [["list"]],
  projects: [
    { name: "journeys", testIgnore: "secrets.spec.ts", teardown: "secrets" },
    // What the journeys have left behind, whether they went well or not.
    { name: "secrets", testMatch: "secrets.spec.ts" },
  ],
  use: {
    ...(EXCHEQUER_URL && { baseURL: EXCHEQUER_URL }),
    screenshot: "only-on-failure",
    launchOptions: {
      ...(EXCHEQUER_CHROMIUM && { executablePath: EXCHEQUER_CHROMIUM }),
      args: [
        ...sandbox,
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
