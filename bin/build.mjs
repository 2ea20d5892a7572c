// @ts-check
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { compressStaticFiles, hintScripts } from "../static-files.mjs";
import { sourceFingerprint } from "./fingerprint.mjs";
import { hasInventory, takeInventory } from "./page-scripts.mjs";
import { ROOT } from "./root.mjs";
import { runChild, toolPath } from "./run-child.mjs";
import { withLock } from "./with-lock.mjs";

const BUILD = join(ROOT, ".next");
const MARK = join(BUILD, "exchequer-build");
// next build's own words when the folder is taken, by a build that outlived its npm start, say.
const TAKEN = "process is already running";

/**
 * Runs `next build`, and readies what it made for browsers, unless .next was built from these very sources. Several starts in
 * one checkout take turns, so that one builds and the others find it done.
 *
 * @returns {Promise<boolean>} whether there was anything to build
 */
export async function ensureBuilt() {
  if (isBuilt(sourceFingerprint())) return false;
  return withLock(
    join(ROOT, ".data", "build.lock"),
    async () => {
      const fingerprint = sourceFingerprint();
      if (isBuilt(fingerprint)) return false;
      console.log("Building (next build), a minute or so …");
      rmSync(MARK, { force: true });
      await build();
      hintScripts();
      takeInventory(BUILD);
      compressStaticFiles();
      writeFileSync(MARK, fingerprint);
      return true;
    },
    () => console.log("Another start is building; waiting for it …"),
  );
}

/** @param {string} fingerprint */
function isBuilt(fingerprint) {
  if (!existsSync(join(BUILD, "BUILD_ID")) || !hasInventory(BUILD) || !existsSync(MARK)) return false;
  return readFileSync(MARK, "utf8") === fingerprint;
}

async function build() {
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  for (;;) {
    const { ok, said } = await runChild(process.execPath, [toolPath("next"), "build"], { env });
    if (ok) return;
    if (!said.includes(TAKEN)) throw new Error(`next build failed.\n${said}`);
    await sleep(2000);
  }
}
