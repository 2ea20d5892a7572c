import { defineConfig } from "@playwright/test";

const { EXCHEQUER_URL, EXCHEQUER_CHROMIUM, EXCHEQUER_REPORT } = process.env;
// Chromium's sandbox refuses to work for root.
const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];

/** npm test starts the server, finds the browser and says where both are; see bin/test.mjs. */
export default defineConfig({
  testDir: "e2e",
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: EXCHEQUER_REPORT ? [["list"], ["json", { outputFile: EXCHEQUER_REPORT }]] : [["list"]],
  use: {
    ...(EXCHEQUER_URL && { baseURL: EXCHEQUER_URL }),
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
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
