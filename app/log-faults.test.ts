import { DrizzleQueryError } from "drizzle-orm/errors";
import pino from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "@/domain/log";
import { logFaults } from "./log-faults";

const terminal = console;
const { error, warn } = terminal;
const { level } = log;
const written: string[] = [];
// Where pino writes to.
const stream = (log as unknown as Record<symbol, { write: (line: string) => void }>)[pino.symbols.streamSym]!;

beforeEach(() => {
  written.length = 0;
  vi.spyOn(stream, "write").mockImplementation((line) => void written.push(line));
  log.level = "info";
  logFaults();
});
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(terminal, { error, warn });
  log.level = level;
});

test("a query that failed in a page is told without the people it was about", () => {
  const cause = Object.assign(new Error('relation "payments" does not exist'), { code: "42P01" });
  const fault = Object.assign(
    new DrizzleQueryError("select $1, $2", ["jo@example.org", "Jo\nPrivate"], cause),
    {
      digest: "2181569665",
    },
  );
  terminal.error("\u001B[31m⨯\u001B[39m", fault);
  expect(written).toHaveLength(1);
  const entry: unknown = JSON.parse(written[0] ?? "");
  expect(entry).toMatchObject({
    level: "error",
    msg: "⨯",
    err: { digest: "2181569665", cause: { code: "42P01", message: 'relation "payments" does not exist' } },
  });
  expect(written[0]).toContain("select $1, $2");
  expect(written[0]).not.toMatch(/example\.org|Private/u);
});

test("nor is what is told in words alone, or in anything else", () => {
  terminal.warn("Failed query: select $1\nparams: jo@example.org");
  terminal.error("what was sent:", { email: "jo@example.org" });
  const entries = written.map((line) => JSON.parse(line) as { level: string; msg: string });
  expect(entries.map(({ level, msg }) => [level, msg])).toEqual([
    ["warn", "Failed query: select $1\nparams: [redacted]"],
    ["error", "what was sent: [object]"],
  ]);
});
