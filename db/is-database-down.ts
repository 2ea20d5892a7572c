/** postgres.js, sockets, and a Postgres that ends the session: the connection that said so is gone. */
const LOST = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "ECONNRESET",
  "EPIPE",
  "57P01",
  "57P02",
]);

/** No connection to be had: nobody there, starting up, too many already; or only a standby that cannot write. */
const UNREACHABLE = new Set([
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ENOTFOUND",
  "ETIMEDOUT",
  "57P03",
  "53300",
  "25006",
]);

/** Whether an error says that the database cannot be reached, rather than that something is wrong with us. */
export function isDatabaseDown(error: unknown): boolean {
  return isConnectionLost(error) || hasCodeIn(UNREACHABLE, error);
}

/** Whether an error says that its own connection has gone. */
export function isConnectionLost(error: unknown): boolean {
  return hasCodeIn(LOST, error);
}

function hasCodeIn(codes: ReadonlySet<string>, error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  return (typeof code === "string" && codes.has(code)) || hasCodeIn(codes, error.cause);
}
