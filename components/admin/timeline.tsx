import { ACTS } from "@/domain/staff/acts";
import type { TimelineEntry } from "@/domain/payments/list-timeline";
import { formatClock, formatMoment, formatWeekday } from "./format";
import { statusInWords } from "./status-tag";

/** What happened to a payment, in order, day by day. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return byDay(entries).map(([day, happened]) => (
    <section key={day} className="app-timeline">
      <h3 className="app-timeline__day">{day}</h3>
      <ol className="app-timeline__entries">
        {happened.map((entry, index) => (
          // Two things may have happened in the same millisecond, and none ever moves.
          // oxlint-disable-next-line react/no-array-index-key
          <Entry key={index} entry={entry} />
        ))}
      </ol>
    </section>
  ));
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { kind, what, detail } = wordsOf(entry);
  return (
    <li className={`app-timeline__entry app-timeline__entry--${entry.is}`}>
      <time className="app-timeline__when" dateTime={entry.at.toISOString()}>
        {formatClock(entry.at)}
      </time>
      <div>
        <p className="app-timeline__what">
          <span className="app-timeline__kind">{kind}</span> {what}
        </p>
        {detail !== undefined && <p className="app-timeline__detail">{detail}</p>}
      </div>
    </li>
  );
}

function byDay(entries: readonly TimelineEntry[]): [day: string, happened: TimelineEntry[]][] {
  const days = new Map<string, TimelineEntry[]>();
  for (const entry of entries) {
    const day = formatWeekday(entry.at);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}

interface Words {
  /** Who or what it was. */
  readonly kind: string;
  readonly what: string;
  readonly detail?: string | undefined;
}

function wordsOf(entry: TimelineEntry): Words {
  switch (entry.is) {
    case "state": {
      const { event } = entry;
      return event.refundId === null
        ? { kind: "Payment", what: statusInWords(event) }
        : { kind: "Refund", what: REFUND_STEPS[event.status] ?? event.status, detail: event.refundId };
    }
    case "apiCall": {
      const answer = [entry.httpStatus, entry.code].filter((part) => part !== null).join(" ");
      return {
        kind: "API",
        what: `${entry.method} ${entry.path}`,
        detail: `Answered ${answer}, key “${entry.keyName ?? "removed"}”`,
      };
    }
    case "page":
      return {
        kind: "Payer",
        what: `Opened the page “${PAGES[entry.page] ?? entry.page}”`,
        detail: entry.visits > 1 ? `${entry.visits} times, last on ${formatMoment(entry.lastAt)}` : undefined,
      };
    case "pspCall":
      return {
        kind: "Provider",
        what: ASKED[entry.kind],
        detail: `${STATES[entry.state]}${entry.tries > 1 ? `, ${entry.tries} tries` : ""}`,
      };
    case "webhook":
      return {
        kind: "Webhook",
        what: entry.eventType,
        detail: `Try ${entry.attempt}: ${entry.httpStatus ?? entry.failure ?? "no answer"}`,
      };
    case "email":
      return {
        kind: "Email",
        what: `${EMAILS[entry.kind]} to ${entry.recipient}`,
        detail: entry.sent ? "Sent" : "Not sent yet",
      };
    case "staff":
      return {
        kind: "Staff",
        what: `${entry.who}: ${actInWords(entry.what)}`,
        detail: entry.reason && `Reason: ${entry.reason}`,
      };
  }
}

const REFUND_STEPS: Readonly<Record<string, string>> = {
  submitted: "Asked for",
  success: "Sent back to the payer",
  error: "Failed",
};

/** The payer's pages, by their addresses. */
const PAGES: Readonly<Record<string, string>> = {
  "card-details": "Enter card details",
  waiting: "Waiting",
  "three-d-secure": "Your bank’s check",
  confirm: "Confirm your payment",
  ended: "How it ended",
};

const ASKED: Readonly<Record<Kind<"pspCall">, string>> = {
  prepare: "Asked to get ready for the card",
  authorise: "Asked to authorise the card",
  complete3ds: "Asked what the payer’s bank has decided",
  authoriseSavedCard: "Asked to authorise the saved card",
  capture: "Asked to take the money",
  void: "Asked to release the money",
  refund: "Asked to send money back",
  deleteSavedCard: "Asked to delete the saved card",
  transferOut: "Asked to pass the money on to the service",
  transferIn: "Asked to take money back from the service",
};

const STATES: Readonly<Record<Extract<TimelineEntry, { is: "pspCall" }>["state"], string>> = {
  asked: "Not answered yet",
  answered: "Answered",
  unknown: "The answer was lost; it is asked for",
};

const EMAILS: Readonly<Record<Kind<"email">, string>> = {
  paymentConfirmation: "Payment confirmation",
  refundIssued: "Notice of a refund",
  staffInvitation: "Invitation",
  staffPasswordReset: "Link to a new password",
  staffNotice: "Notice",
};

type Kind<Is extends "pspCall" | "email"> = Extract<TimelineEntry, { is: Is }>["kind"];

function actInWords(what: string): string {
  return Object.hasOwn(ACTS, what) ? ACTS[what as keyof typeof ACTS] : what;
}
