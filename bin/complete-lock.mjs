// @ts-check
// npm run complete-lock: after `npm install` from a registry that mirrors the packages of one platform only, the
// lock file lacks those of the others, and `npm ci` refuses it everywhere. This names them again.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./root.mjs";

const SYSTEMS = [
  "darwin",
  "win32",
  "linux",
  "android",
  "freebsd",
  "openbsd",
  "netbsd",
  "sunos",
  "openharmony",
  "aix",
];
const PROCESSORS = ["arm64", "x64", "ia32", "arm", "ppc64", "s390x", "riscv64", "loong64", "mips64el"];

/** @typedef {{ version?: string; dev?: boolean; extraneous?: boolean; optionalDependencies?: Record<string, string> }} Locked */

const path = join(ROOT, "package-lock.json");
/** @type {{ packages: Record<string, Locked> }} */
const lock = JSON.parse(readFileSync(path, "utf8"));
// What nobody asks for, but npm came by as a peer that may be there or not.
for (const [path, { extraneous }] of Object.entries(lock.packages))
  if (extraneous) delete lock.packages[path];
const absent = Object.entries(lock.packages).flatMap(([owner, { optionalDependencies = {} }]) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !isLocked(owner, name))
    .map(([name, range]) => ({ owner, name, version: range.replace(/^[~^]/u, "") })),
);
for (const { owner, name, version } of absent) {
  const hoisted = `node_modules/${name}`;
  const key = lock.packages[hoisted] ? `${owner}/${hoisted}` : hoisted;
  lock.packages[key] = { version, ...platformOf(name), ...(lock.packages[owner]?.dev && { dev: true }) };
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${absent.length} packages named`);

/**
 * Whether a package is found from where its owner is, as Node.js looks for it.
 *
 * @param {string} owner
 * @param {string} name
 */
function isLocked(owner, name) {
  for (let place = owner; ; place = place.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/u, "")) {
    if (lock.packages[`${place}${place && "/"}node_modules/${name}`]) return true;
    if (place === "") return false;
  }
}

/**
 * For which machines a package is, going by its name.
 *
 * @param {string} name such as @next/swc-linux-x64-gnu
 */
function platformOf(name) {
  const words = name.toLowerCase().replace("linuxmusl", "linux-musl").split(/[-/]/u);
  const cpu = PROCESSORS.find((word) => words.includes(word)) ?? (/-arm-/u.test(name) ? "arm" : undefined);
  const os = SYSTEMS.find((word) => words.includes(word));
  const libc = words.some((word) => word.startsWith("musl"))
    ? "musl"
    : words.includes("gnu")
      ? "glibc"
      : undefined;
  return {
    ...(cpu && { cpu: [cpu] }),
    ...(libc && { libc: [libc] }),
    optional: true,
    ...(os && { os: [os] }),
  };
}
