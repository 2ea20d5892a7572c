// @ts-check
import { randomBytes } from "node:crypto";
import { realpathSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import next from "next";
import { findTampering } from "./bin/page-scripts.mjs";
import { staticFront } from "./static-files.mjs";

/** @typedef {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => boolean} Front */
/** @typedef {() => Promise<void>} Stop */

// What the application leaves for this file when instrumentation.ts has run.
const FRONT = Symbol.for("exchequer.front");
const HEADERS = Symbol.for("exchequer.headers");
const STOP = Symbol.for("exchequer.stop");
const FAILURE = Symbol.for("exchequer.failure");
// How the pages learn who is at the other end of a connection: by a header whose name nobody outside can know.
const PEER_HEADER = Symbol.for("exchequer.peerHeader");
const left =
  /** @type {{ [FRONT]?: Front; [HEADERS]?: Record<string, string>; [STOP]?: Stop; [FAILURE]?: unknown; [PEER_HEADER]?: string }} */ (
    globalThis
  );

const FRONT_MILLISECONDS = 60_000;
const DRAIN_MILLISECONDS = 25_000;
// npm passes a terminal's Ctrl-C on to us, who have had it from the terminal already.
const ECHO_MILLISECONDS = 1000;

/**
 * Serves the application until SIGTERM or SIGINT, then lets the requests under way finish and ends the process.
 * The API's requests go straight to its front, scripts and styles come compressed; everything else is Next.js'.
 *
 * @param {object} options
 * @param {number} options.port
 * @param {string | undefined} [options.host] all addresses if not given
 * @param {boolean} [options.dev]
 * @param {() => Promise<void>} [options.afterwards] what is to be stopped last
 */
export async function serve({ port, host, dev = false, afterwards = async () => {} }) {
  if (!dev) assertUntouched();
  const server = createServer({
    // Longer than load balancers keep idle connections (60 s), so that they are the ones to close them.
    keepAliveTimeout: 75_000,
    headersTimeout: 30_000,
    requestTimeout: 60_000,
  });
  const app = next({
    dev,
    dir: fileURLToPath(new URL(".", import.meta.url)),
    port,
    hostname: host ?? "localhost",
    // Next.js needs WebSockets in development only. Elsewhere it would take them and never answer, so it
    // gets a server that nobody calls, and ours answers as if no upgrade had been asked for.
    httpServer: dev ? server : createServer(),
  });
  await app.prepare();
  await untilFront();
  const handle = app.getRequestHandler();
  const sendStatic = dev ? () => false : staticFront();

  const peerHeader = (left[PEER_HEADER] = `x-peer-${randomBytes(12).toString("hex")}`);

  /** @type {Set<import("node:http").ServerResponse>} */
  const underWay = new Set();
  server.on("request", (request, response) => {
    underWay.add(response);
    response.once("close", () => underWay.delete(response));
    if (!server.listening) response.setHeader("Connection", "close");
    for (const [name, value] of Object.entries(left[HEADERS] ?? {})) response.setHeader(name, value);
    request.url = originForm(request.url);
    if (left[FRONT]?.(request, response) || refuseTrace(request, response) || sendStatic(request, response))
      return;
    request.headers[peerHeader] = request.socket.remoteAddress;
    handle(request, response).catch((error) => {
      console.error(error);
      response.destroy();
    });
  });
  /** @type {Set<import("node:stream").Duplex>} */
  const webSockets = new Set();
  if (dev) server.on("upgrade", (_request, socket) => webSockets.add(socket));
  await listen(server, port, host);

  const stop = async () => {
    await drain(server, underWay, webSockets);
    await left[STOP]?.();
    await app.close();
    await afterwards();
  };
  stopOnSignal(stop);
}

/**
 * The target of a request as everything behind here expects it. Targets may be whole addresses, and of a server
 * as a whole `*` (RFC 9112, 3.2): Next.js would redirect to the first, wherever it says, and fault on the other.
 *
 * @param {string | undefined} target
 */
function originForm(target = "/") {
  const inside = target.replace(/^https?:\/\/[^/?]*/iu, "");
  return inside.startsWith("/") ? inside : inside.startsWith("?") ? `/${inside}` : "/";
}

/**
 * Next.js cannot even read a TRACE: it would answer 500 and log a stack.
 *
 * @type {Front}
 */
function refuseTrace(request, response) {
  if (request.method !== "TRACE") return false;
  response
    .writeHead(405, { Allow: "GET, HEAD, POST", "Cache-Control": "no-store", "Content-Length": 0 })
    .end();
  return true;
}

/** Cards are typed into pages with these scripts: with others than were built, nothing is served (PCI DSS 11.6.1). */
function assertUntouched() {
  const findings = findTampering(fileURLToPath(new URL(".next", import.meta.url)));
  if (findings.length === 0) return;
  throw new Error(`The pages' scripts are not those that were built:\n${findings.join("\n")}`);
}

/** Instrumentation runs within app.prepare(); nothing is served before it is done. */
async function untilFront() {
  const deadline = Date.now() + FRONT_MILLISECONDS;
  while (!left[FRONT]) {
    if (left[FAILURE]) throw new Error("The application did not start.", { cause: left[FAILURE] });
    if (Date.now() > deadline)
      throw new Error("The application did not start: instrumentation.ts left no front.");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * @param {import("node:http").Server} server
 * @param {number} port
 * @param {string | undefined} host
 */
async function listen(server, port, host) {
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, ...(host !== undefined && { host }) }, () => resolve(undefined));
  });
}

/**
 * Takes no more connections and waits for the requests under way, within reason. WebSockets are not waited
 * for: they would stay as long as the page is open.
 *
 * @param {import("node:http").Server} server
 * @param {Set<import("node:http").ServerResponse>} underWay
 * @param {Set<import("node:stream").Duplex>} webSockets
 */
async function drain(server, underWay, webSockets) {
  const closed = new Promise((resolve) => server.close(resolve));
  for (const socket of webSockets) socket.destroy();
  for (const response of underWay) if (!response.headersSent) response.setHeader("Connection", "close");
  // close() ends what is idle now; what falls idle from now on is ours to end.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const limit = AbortSignal.timeout(DRAIN_MILLISECONDS);
  await Promise.race([closed, new Promise((resolve) => limit.addEventListener("abort", resolve))]);
  clearInterval(sweep);
  server.closeAllConnections();
}

/** @param {Stop} stop */
function stopOnSignal(stop) {
  let stoppingSince = 0;
  /** @param {NodeJS.Signals} signal */
  const onSignal = (signal) => {
    if (stoppingSince > 0) {
      if (Date.now() - stoppingSince > ECHO_MILLISECONDS) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    console.log(`${signal}: finishing what is under way …`);
    stop().then(
      () => process.exit(0),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"])) process.on(signal, onSignal);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  Object.assign(process.env, { NODE_ENV: "production" });
  // An empty value counts as none.
  const port = Number(process.env.PORT || 3000);
  try {
    await serve({ port, host: process.env.HOST || undefined });
    console.log(`Exchequer listens on port ${port}.`);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}
