import { ACTS } from "@/domain/staff/acts";
import type { TimelineEntry } from "@/domain/payments/list-timeline";
import { formatMoment } from "./format";
import { statusInWords } from "./status-tag";

/** What happened to a payment, in order. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="app-timeline">
      {entries.map((entry, index) => {
        const { what, detail } = wordsOf(entry);
        return (
          <li
            // Two things may have happened in the same millisecond, and none ever moves.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            className={`app-timeline__entry app-timeline__entry--${entry.is}`}
          >
            <time className="app-timeline__when" dateTime={entry.at.toISOString()}>
              {formatMoment(entry.at)}
            </time>
            {what}
            {detail !== undefined && <p className="app-timeline__detail">{detail}</p>}
          </li>
        );
      })}
    </ol>
  );
}

function wordsOf(entry: TimelineEntry): { what: string; detail?: string | undefined } {
  switch (entry.is) {
    case "state": {
      const { event } = entry;
      return event.refundId === null
        ? { what: `Payment: ${statusInWords(event)}` }
        : { what: `Refund: ${REFUND_STEPS[event.status] ?? event.status}`, detail: event.refundId };
    }
    case "apiCall": {
      const answer = [entry.httpStatus, entry.code].filter((part) => part !== null).join(" ");
      return {
        what: `API call: ${entry.method} ${entry.path}`,
        detail: `Answered ${answer}, key “${entry.keyName ?? "removed"}”`,
      };
    }
    case "page":
      return {
        what: `Payer opened the page “${entry.page}”`,
        detail: entry.visits > 1 ? `${entry.visits} times, last on ${formatMoment(entry.lastAt)}` : undefined,
      };
    case "pspCall":
      return {
        what: `Asked the payment provider: ${entry.kind}`,
        detail: `${STATES[entry.state] ?? entry.state}${entry.tries > 1 ? `, ${entry.tries} tries` : ""}`,
      };
    case "webhook":
      return {
        what: `Webhook: ${entry.eventType}`,
        detail: `Try ${entry.attempt}: ${entry.httpStatus ?? entry.failure ?? "no answer"}`,
      };
    case "email":
      return {
        what: `Email to ${entry.recipient}: ${entry.kind}`,
        detail: entry.sent ? "Sent" : "Not sent yet",
      };
    case "staff":
      return {
        what: `${entry.who}: ${actInWords(entry.what)}`,
        detail: entry.reason && `Reason: ${entry.reason}`,
      };
  }
}

const REFUND_STEPS: Readonly<Record<string, string>> = {
  submitted: "asked for",
  success: "sent back to the payer",
  error: "failed",
};

const STATES: Readonly<Record<string, string>> = {
  asked: "Not answered yet",
  answered: "Answered",
  unknown: "The answer was lost; it is asked for",
};

function actInWords(what: string): string {
  return Object.hasOwn(ACTS, what) ? ACTS[what as keyof typeof ACTS] : what;
}
