const CODES = new Set([
  // postgres.js and sockets
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  // Postgres: shutting down, starting up, out of connections, read-only standby
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "25006",
]);

/** Whether an error says that the database cannot be reached, rather than that something is wrong with us. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  return (typeof code === "string" && CODES.has(code)) || isDatabaseDown(error.cause);
}
