import type { Answer, SimulatedRequest, Subject } from "./protocol";

export interface LogEntry {
  readonly at: string;
  readonly psp: string;
  readonly operation: string;
  readonly ref?: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What was answered; null when the line went dead. */
  readonly status: number | null;
}

/** What was asked of the simulator, without card data and without keys. */
export interface RequestLog {
  note(
    at: Date,
    psp: string,
    subject: Subject,
    request: SimulatedRequest,
    body: string,
  ): (answer: Answer | null) => void;
  entries(): readonly LogEntry[];
  clear(): void;
}

const KEPT = 5_000;
const HEADERS = ["content-type", "idempotency-key", "stripe-account", "stripe-version", "cookie"];

export function createRequestLog(): RequestLog {
  let entries: LogEntry[] = [];
  return {
    note: (at, psp, { operation, ref }, request, body) => {
      const headers = HEADERS.map((name) => [name, request.header(name)] as const).filter(
        ([, value]) => value,
      );
      const entry = {
        at: at.toISOString(),
        psp,
        operation,
        ...(ref !== undefined && { ref }),
        method: request.method,
        path: request.path,
        headers: Object.fromEntries(headers.map(([name, value = ""]) => [name, value])),
        body: withoutCards(body),
        status: null,
      };
      const index = entries.push(entry) - 1;
      const list = entries;
      if (entries.length > KEPT) entries = entries.slice(-KEPT / 2);
      return (answer) => {
        const noted = { ...entry, status: answer?.status ?? null };
        if (list === entries) list[index] = noted;
        else if (entries.includes(entry)) entries[entries.indexOf(entry)] = noted;
      };
    },
    entries: () => entries,
    clear: () => void (entries = []),
  };
}

/** A second net under each protocol's own: nothing as long as a card number is kept whole. */
export function withoutCards(text: string): string {
  return text.replaceAll(/(?<!\w)\d{8,15}(\d{4})(?!\w)/gu, "********$1");
}
