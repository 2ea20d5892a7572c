// @ts-check
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} Script
 * @property {string} file its path below /_next/
 * @property {number} bytes
 * @property {string} sha384 as `integrity` writes it, without the algorithm's name
 * @property {string} sha256 in hexadecimal digits, as `sha256sum` prints it
 * @property {boolean} payment whether a page on which somebody pays may load it
 * @property {string} reason why it is there
 */
/** @typedef {{ scripts: Script[]; inline: string }} Inventory */

const FILE = "exchequer-scripts.json";
const INLINE =
  "Pages also carry scripts in their own text: Next.js's, with what the page's components need. The server writes " +
  "them for each answer, under a nonce that is good for that answer only.";

/**
 * Takes the inventory of every script that the build offers, and leaves it beside the build (PCI DSS 6.4.3). Browsers
 * run nothing else: the pages' policy allows scripts with the answer's nonce, and what those load from here.
 *
 * @param {string} build the folder .next
 * @returns {Inventory}
 */
export function takeInventory(build) {
  const reasons = reasonsOf(build);
  const scripts = scriptFiles(build).map((file) => ({
    file,
    ...digests(readFileSync(join(build, file))),
    ...(reasons.get(file) ?? { payment: false, reason: "loaded by no page by itself" }),
  }));
  const inventory = { scripts, inline: INLINE };
  writeFileSync(join(build, FILE), `${JSON.stringify(inventory, null, 2)}\n`);
  return inventory;
}

/**
 * @param {string} build
 * @returns {Inventory | undefined}
 */
export function readInventory(build) {
  const file = join(build, FILE);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** @param {string} build */
export function hasInventory(build) {
  return existsSync(join(build, FILE));
}

/**
 * What stands in the build's folder and is not as its inventory says: changed, missing, or added.
 *
 * @param {string} build
 * @returns {string[]} nothing where all is well
 */
export function findTampering(build) {
  const inventory = readInventory(build);
  if (!inventory) return [`${FILE} is missing: npm run build writes it`];
  const listed = new Set(inventory.scripts.map(({ file }) => file));
  const added = scriptFiles(build).filter((file) => !listed.has(file));
  const others = inventory.scripts.flatMap(({ file, sha384 }) => {
    const path = join(build, file);
    if (!existsSync(path)) return [`${file} is missing`];
    return digests(readFileSync(path)).sha384 === sha384 ? [] : [`${file} has changed`];
  });
  return [...others, ...added.map((file) => `${file} is not in the inventory`)];
}

/**
 * The same of what a server sends, as browsers get it.
 *
 * @param {Inventory} inventory
 * @param {string} url where the server is
 */
export async function findTamperingAt({ scripts }, url) {
  const found = [];
  for (const { file, sha384 } of scripts) {
    const answer = await fetch(new URL(`/_next/${file}`, url));
    const sent = Buffer.from(await answer.arrayBuffer());
    if (answer.status !== 200) found.push(`${file} is answered with ${answer.status}`);
    else if (digests(sent).sha384 !== sha384) found.push(`${file} is sent with other content`);
  }
  return found;
}

/** @param {Buffer} content */
function digests(content) {
  return {
    bytes: content.length,
    sha384: createHash("sha384").update(content).digest("base64"),
    sha256: createHash("sha256").update(content).digest("hex"),
  };
}

/**
 * @param {string} build
 * @param {string} [folder]
 * @returns {string[]}
 */
function scriptFiles(build, folder = "static") {
  return readdirSync(join(build, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return scriptFiles(build, path);
      return /\.m?js$/u.test(entry.name) ? [path] : [];
    })
    .sort();
}

/**
 * Why each script is there, by what Next.js wrote down while building.
 *
 * @param {string} build
 */
function reasonsOf(build) {
  /** @type {Map<string, { payment: boolean; reason: string }>} */
  const reasons = new Map();
  for (const { file, page, component } of componentsOf(join(build, "server", "app"))) {
    const known = reasons.get(file);
    const names = new Set([...(known?.reason.split(", ") ?? []), component]);
    const payment = known?.payment === true || page.startsWith("/(pay)/");
    reasons.set(file, { payment, reason: [...names].sort().join(", ") });
  }
  const manifest = JSON.parse(readFileSync(join(build, "build-manifest.json"), "utf8"));
  for (const [files, reason] of [
    [manifest.rootMainFiles, "React and Next.js: what every page with script begins with"],
    [manifest.polyfillFiles, "what old browsers lack (nomodule: newer ones do not load it)"],
    [manifest.lowPriorityFiles, "Next.js's lists of its own files"],
  ])
    for (const file of files) reasons.set(file, { payment: true, reason });
  return reasons;
}

/**
 * Which component made a page load which script.
 *
 * @param {string} folder
 * @returns {{ file: string; page: string; component: string }[]}
 */
function componentsOf(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.name === "page_client-reference-manifest.js")
    .flatMap((entry) => {
      const text = readFileSync(join(entry.parentPath ?? entry.path, entry.name), "utf8");
      const [, page = "", json = "{}"] = /__RSC_MANIFEST\["(.+?)"\] = (\{.*\});?\s*$/su.exec(text) ?? [];
      /** @type {[string, { chunks: string[] }][]} */
      const modules = Object.entries(JSON.parse(json).clientModules ?? {});
      return modules.flatMap(([name, { chunks }]) =>
        chunks.map((chunk) => ({
          file: decodeURI(chunk.replace(/^\/_next\//u, "").replace(/\?.*$/u, "")),
          page,
          component: name.replace(/^\[project\]\/(?:node_modules\/)?/u, "").replace(/ .*$/u, ""),
        })),
      );
    });
}
