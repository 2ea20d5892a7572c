// @ts-check
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./root.mjs";

// What the built application does not come from. Folders whose name begins with a dot are left out as well.
const NOT_BUILT = new Set(["node_modules", "bin", "e2e", "test-results", "playwright-report", "coverage"]);
const NOT_BUILT_FILES =
  /\.(?:md|tsbuildinfo|log)$|\.test\.tsx?$|^(?:next-env\.d\.ts|server\.mjs|LICENSE)$|^\.(?!env)/u;

/** A digest of the sources: two checkouts with the same one build to the same application. */
export function sourceFingerprint() {
  const hash = createHash("sha256");
  addFolder(hash, "");
  return hash.digest("hex");
}

/**
 * @param {import("node:crypto").Hash} hash
 * @param {string} folder within the checkout
 */
function addFolder(hash, folder) {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!entry.name.startsWith(".") && !NOT_BUILT.has(entry.name) && !ignoresItself(path))
        addFolder(hash, path);
    } else if (entry.isFile() && !NOT_BUILT_FILES.test(entry.name)) {
      const content = readFileSync(join(ROOT, path));
      hash.update(`${path}\0${content.length}\0`).update(content);
    }
  }
}

/**
 * Data folders hold a .gitignore that covers all of them; see data-dir.mjs.
 *
 * @param {string} folder
 */
function ignoresItself(folder) {
  const file = join(ROOT, folder, ".gitignore");
  return existsSync(file) && readFileSync(file, "utf8").trim() === "*";
}
