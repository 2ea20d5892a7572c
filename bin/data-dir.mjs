// @ts-check
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ROOT } from "./root.mjs";
import { withLock } from "./with-lock.mjs";

/**
 * The folder for everything that npm start keeps (DATA_DIR), made if need be.
 *
 * @param {string} [given] relative to the checkout
 */
export function openDataDir(given) {
  const folder = resolve(ROOT, given || ".data");
  // Others may pass through, to what they own within it, such as Postgres' data; not look around.
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const ignore = join(folder, ".gitignore");
  if (!existsSync(ignore)) writeFileSync(ignore, "*\n");
  return folder;
}

/**
 * The secret that tokens are signed and keys are sealed with, made on first use. It is never replaced: what
 * was signed with it would be void.
 *
 * @param {string} folder
 */
export async function readOrMakeSecret(folder) {
  const path = join(folder, "secret");
  return withLock(join(folder, "secret.lock"), async () => {
    if (!existsSync(path)) {
      // Renamed into place, so that it is there whole or not at all.
      writeFileSync(`${path}.new`, randomBytes(32).toString("hex"), { mode: 0o600, flush: true });
      renameSync(`${path}.new`, path);
    }
    const secret = readFileSync(path, "utf8").trim();
    if (!/^[0-9a-f]{64}$/u.test(secret))
      throw new Error(`${path} is damaged: it should hold 64 hexadecimal digits.`);
    return secret;
  });
}
