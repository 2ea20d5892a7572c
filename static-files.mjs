// @ts-check
// Scripts and styles as browsers are quick to take them. Compressed as small as brotli can: too slow for each request, so
// once for each build. Whoever does not take brotli, or starts without this, gets what Next.js compresses as it goes.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { STATIC_HEADERS } from "./static-headers.mjs";

const BUILT = fileURLToPath(new URL(".next/static", import.meta.url));
// Beside Next.js's own folder and not within: nothing there is sent but what it has built.
const COMPRESSED = fileURLToPath(new URL(".next/static-br", import.meta.url));
// Chromium understands it from 136 on (https://v8.dev/blog/explicit-compile-hints); to others it is a comment.
const COMPILE_HINT = "//# allFunctionsCalledOnLoad\n";
const TYPES = /** @type {Record<string, string>} */ ({
  js: "application/javascript; charset=UTF-8",
  css: "text/css; charset=UTF-8",
});

/**
 * After a build, before its inventory is taken: asks browsers to compile the scripts whole, beside the page and while
 * they arrive. Left to themselves they compile each function when it is first called, and the page stands still
 * meanwhile: that was more than half of what React and Next.js took to start.
 */
export function hintScripts() {
  for (const path of filesIn(BUILT)) {
    const file = join(BUILT, path);
    if (path.endsWith(".js")) writeFileSync(file, COMPILE_HINT + readFileSync(file, "utf8"));
  }
}

/** After a build: compresses all that Next.js has made for browsers. */
export function compressStaticFiles() {
  rmSync(COMPRESSED, { recursive: true, force: true });
  for (const path of filesIn(BUILT)) {
    const content = readFileSync(join(BUILT, path));
    const target = join(COMPRESSED, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(
      target,
      brotliCompressSync(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
    );
  }
}

/**
 * Answers requests for compressed files. Their names are digests of what is in them, so browsers may keep them.
 *
 * @returns {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => boolean}
 *   whether it has answered
 */
export function staticFront() {
  /** @type {Map<string, Buffer>} */
  const files = new Map();
  for (const path of filesIn(COMPRESSED)) {
    const compressed = readFileSync(join(COMPRESSED, path));
    // Whoever checks what was built has checked these as well: an older build's, or anybody else's, are not sent.
    if (isCopy(compressed, join(BUILT, path)))
      files.set(`/_next/static/${path.replaceAll(sep, "/")}`, compressed);
  }
  return (request, response) => {
    const path = request.url?.split("?", 1)[0] ?? "";
    const body = files.get(path);
    if (!body || (request.method !== "GET" && request.method !== "HEAD")) return false;
    if (!takesBrotli(request.headers["accept-encoding"])) return false;
    for (const { key, value } of STATIC_HEADERS) response.setHeader(key, value);
    response.writeHead(200, {
      "Content-Type": TYPES[path.slice(path.lastIndexOf(".") + 1)],
      "Content-Encoding": "br",
      "Content-Length": body.length,
      "Cache-Control": "public, max-age=31536000, immutable",
      Vary: "Accept-Encoding",
    });
    response.end(request.method === "HEAD" ? undefined : body);
    return true;
  };
}

/**
 * @param {Buffer} compressed
 * @param {string} built path of what it should be
 */
function isCopy(compressed, built) {
  try {
    return brotliDecompressSync(compressed).equals(readFileSync(built));
  } catch {
    return false;
  }
}

/** @param {string | string[] | undefined} accepted the header */
function takesBrotli(accepted) {
  return String(accepted ?? "")
    .split(",")
    .some((each) => /^\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/iu.test(each));
}

/**
 * Scripts and styles.
 *
 * @param {string} folder
 * @returns {string[]} paths within it
 */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    /\.(?:js|css)$/u.test(path),
  );
}
