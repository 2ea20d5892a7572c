/**
 * `npm run generate:client`: writes the types of a caller's client from contract/openapi.json, as a caller would.
 * openapi-typescript is fetched for it: it needs an older TypeScript than ours beside it.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { shapeHash } from "../app/v1/test-client-shape";

const FILE = "app/v1/test-client.ts";
const PACKAGES = ["--package=openapi-typescript@7.13.0", "--package=typescript@5.9.3"];

execFileSync("npx", ["--yes", ...PACKAGES, "openapi-typescript", "contract/openapi.json", "-o", FILE], {
  stdio: "inherit",
});
const hash = shapeHash(JSON.parse(readFileSync("contract/openapi.json", "utf8")));
writeFileSync(
  FILE,
  `/** Written by npm run generate:client, for tests. Shape: ${hash} */\n${readFileSync(FILE, "utf8")}`,
);
execFileSync("npx", ["oxfmt", FILE], { stdio: "inherit" });
