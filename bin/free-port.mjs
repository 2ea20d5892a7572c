// @ts-check
import { createServer } from "node:net";

/**
 * A port that nothing listens on at this moment.
 *
 * @param {{ prefer?: number[]; host?: string | undefined }} [wish] the first free one of `prefer`, if any
 * @returns {Promise<number>}
 */
export async function freePort({ prefer = [], host } = {}) {
  for (const port of prefer) if (await isPortFree(port, host)) return port;
  const port = await listen(0, host);
  if (port === undefined) throw new Error("No port is free");
  return port;
}

/**
 * @param {number} port
 * @param {string} [host] all addresses if not given
 */
export async function isPortFree(port, host) {
  return (await listen(port, host)) !== undefined;
}

/**
 * @param {number} port
 * @param {string | undefined} host
 * @returns {Promise<number | undefined>} the port that could be listened on
 */
async function listen(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen({ port, ...(host !== undefined && { host }) }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? address?.port : undefined));
    });
  });
}
