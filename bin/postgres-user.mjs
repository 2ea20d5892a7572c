// @ts-check
import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** @typedef {{ uid: number; gid: number }} User */

/**
 * Postgres refuses to run as root. Started by root, it runs as the machine's `postgres` user or, without one,
 * as `nobody`; no user is created.
 *
 * @returns {User | undefined} nothing if it may run as whoever we are
 */
export function postgresUser() {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid !== undefined && gid !== undefined && uid !== "0") return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    "Postgres cannot run as root, and there is neither a user `postgres` nor `nobody`. " +
      "Start as an ordinary user, or set DATABASE_URL to a Postgres of your own.",
  );
}

/**
 * Whether the user may pass through every folder on the way to `path`, and through `path`. A checkout below
 * /root, or in a folder that `mktemp -d` made, is closed to everyone but root.
 *
 * @param {string} path
 * @param {User | undefined} user
 */
export function canReach(path, user) {
  if (user === undefined) return true;
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (!may(user, folder, 0o1)) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * @param {string} path
 * @param {User | undefined} user
 */
export function canRead(path, user) {
  return user === undefined || may(user, path, 0o4);
}

/**
 * @param {User} user
 * @param {string} path
 * @param {number} bit 4 to read, 1 to pass through
 */
function may(user, path, bit) {
  const { mode, uid, gid } = statSync(path);
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  return ((mode >> shift) & bit) !== 0;
}
