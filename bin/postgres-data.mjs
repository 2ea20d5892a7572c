// @ts-check
import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { runProgram } from "./postgres-program.mjs";

export const SUPERUSER = "exchequer";
const PASSWORD_FILE = "exchequer-password";
const UNFINISHED = ".new-";

/**
 * A place where Postgres keeps data, and what it takes to run it there.
 *
 * @typedef {object} Cluster
 * @property {string} folder
 * @property {string} logFile
 * @property {boolean} durable false only where a crash may lose everything: in tests
 * @property {import("./postgres-user.mjs").User | undefined} user
 * @property {import("./postgres-binaries.mjs").Binaries} binaries
 */

/**
 * Creates the data folder unless it is there. It is made beside and renamed, password included, so that a
 * crash leaves either all of it or something that is thrown away the next time.
 *
 * @param {Cluster} cluster
 */
export async function createCluster({ folder, durable, user, binaries }) {
  if (existsSync(join(folder, "PG_VERSION"))) {
    assertSameVersion(folder, binaries.version);
    return;
  }
  for (const path of listUnfinished(folder)) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  // A name of its own: an initdb that outlived the start which asked for it may still write to the old one.
  const beside = `${folder}${UNFINISHED}${randomBytes(4).toString("hex")}`;
  mkdirSync(join(beside, "data"), { recursive: true, mode: 0o711 });
  const password = join(beside, PASSWORD_FILE);
  writeFileSync(password, randomBytes(24).toString("hex"), { mode: 0o600, flush: true });
  if (user) for (const path of [beside, join(beside, "data"), password]) chownSync(path, user.uid, user.gid);
  await runProgram(
    binaries.initdb,
    [
      `--pgdata=${join(beside, "data")}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${password}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      // Sorts by code point and knows upper from lower case, alike on every machine.
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      ...(durable ? [] : ["--no-sync"]),
    ],
    user,
  );
  renameSync(password, join(beside, "data", PASSWORD_FILE));
  if (durable) syncFolder(join(beside, "data"));
  renameSync(join(beside, "data"), folder);
  if (durable) syncFolder(dirname(folder));
  rmSync(beside, { recursive: true, force: true });
}

/** @param {string} folder */
export function readPassword(folder) {
  return readFileSync(join(folder, PASSWORD_FILE), "utf8").trim();
}

/**
 * @param {string} folder
 * @param {string} version
 */
function assertSameVersion(folder, version) {
  const [major] = version.split(".");
  const found = readFileSync(join(folder, "PG_VERSION"), "utf8").trim();
  if (found === major) return;
  throw new Error(
    `The data in ${folder} are Postgres ${found}'s, and this is Postgres ${major}: ` +
      "move them with pg_dump and pg_restore, or give another DATA_DIR.",
  );
}

/** @param {string} folder */
function listUnfinished(folder) {
  const names = readdirSync(dirname(folder)).filter((name) => name.startsWith(basename(folder) + UNFINISHED));
  return names.map((name) => join(dirname(folder), name));
}

/** @param {string} folder */
function syncFolder(folder) {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
