import type { Clock } from "./clock";
import type { Faults } from "./faults";
import type { NotificationDraft, NotificationFlaw, Protocol, ProtocolName } from "./protocol";

export interface Notification {
  readonly id: string;
  readonly psp: ProtocolName;
  readonly kind: string;
  readonly ref: string | undefined;
  state: "waiting" | "delivered" | "dropped" | "given up";
  attempts: number;
}

type Queued = Notification & {
  draft: NotificationDraft;
  dueAt: number;
  copies: number;
  flaw: NotificationFlaw | undefined;
};

export type Delivery =
  | "all"
  | { id: string }
  | { order: readonly string[] }
  | { duplicate: number }
  | { hold: boolean };

/** What is told to the providers' customers: at least once, and as badly as the faults want. */
export interface Notifications {
  add(protocol: Protocol, draft: NotificationDraft): void;
  /** Sends what is due, and holds nothing that is not held. */
  send(): Promise<void>;
  /** Sends by hand: all, one (again), some in that order, each so many times; or holds everything back from now on. */
  deliver(what: Delivery): Promise<void>;
  /** An address was given: what waits for it is tried soon, for whoever gives one is about to listen there. */
  hurry(): void;
  list(): Notification[];
  clear(): void;
  /** What has not been delivered, for `restore` of a later process. */
  keep(): unknown;
  restore(kept: unknown): void;
}

const SOON_MILLISECONDS = 3000;

export function createNotifications(
  clocks: Readonly<Record<ProtocolName, Pick<Clock, "now">>>,
  faults: Faults,
  protocolOf: (name: ProtocolName) => Protocol,
): Notifications {
  const timeAt = (psp: ProtocolName) => clocks[psp].now().getTime();
  let queue: Queued[] = [];
  let held = false;
  let sending: Promise<void> = Promise.resolve();

  const attempt = async (notification: Queued) => {
    notification.attempts += 1;
    const protocol = protocolOf(notification.psp);
    const requests = protocol.render(notification.draft.content, notification.flaw);
    let acknowledged = true;
    for (const request of requests) {
      for (let copy = 0; copy < notification.copies; copy += 1) {
        acknowledged = (await post(protocol, request)) && acknowledged;
      }
    }
    notification.copies = 1;
    notification.flaw = undefined;
    if (acknowledged) {
      notification.state = "delivered";
      return;
    }
    const wait = protocol.retryAfterMilliseconds(notification.attempts);
    if (wait === undefined) {
      notification.state = "given up";
      return;
    }
    notification.dueAt = timeAt(notification.psp) + wait;
  };
  const sendDue = async () => {
    if (held) return;
    const blocked = new Set<string>();
    for (const notification of queue.filter(({ state }) => state === "waiting")) {
      const { lane } = notification.draft;
      if (notification.dueAt > timeAt(notification.psp) || (lane !== undefined && blocked.has(lane))) {
        if (lane !== undefined) blocked.add(lane);
        continue;
      }
      await attempt(notification);
      if (lane !== undefined && notification.state === "waiting") blocked.add(lane);
    }
  };
  /** One after another: a provider's retries do not overtake its own first attempts. */
  const inTurn = (act: () => Promise<void>) => (sending = sending.then(act, act));
  const send = () => inTurn(sendDue);

  return {
    add: (protocol, draft) => {
      const { id, kind, ref } = draft;
      const subject = { operation: kind, ...(ref !== undefined && { ref }) };
      const fault = faults.strike(protocol.name, subject, "notification");
      const late = fault?.startsWith("notify:late:") ? Number(fault.slice("notify:late:".length)) : 0;
      const queued: Queued = {
        id,
        psp: protocol.name,
        kind,
        ref,
        state: fault === "notify:drop" ? "dropped" : "waiting",
        attempts: 0,
        draft,
        dueAt: timeAt(protocol.name) + late,
        copies: fault === "notify:duplicate" ? 2 : 1,
        flaw: flawOf(fault),
      };
      const last = queue.findLastIndex(({ state }) => state === "waiting");
      if (fault === "notify:reverse" && last >= 0) queue.splice(last, 0, queued);
      else queue.push(queued);
    },
    send,
    deliver: (what) =>
      inTurn(async () => {
        if (typeof what === "object" && "hold" in what) {
          held = what.hold;
          return sendDue();
        }
        for (const notification of chosen(queue, what)) {
          if (typeof what === "object" && "duplicate" in what) notification.copies = what.duplicate;
          await attempt(notification);
        }
      }),
    hurry: () => {
      for (const notification of queue)
        notification.dueAt = Math.min(notification.dueAt, timeAt(notification.psp) + SOON_MILLISECONDS);
    },
    list: () =>
      queue.map(({ id, psp, kind, ref, state, attempts }) => ({ id, psp, kind, ref, state, attempts })),
    clear: () => {
      queue = [];
      held = false;
    },
    keep: () => queue.filter(({ state }) => state === "waiting"),
    restore: (kept) => {
      queue = kept as Queued[];
    },
  };
}

function chosen(queue: Queued[], what: Exclude<Delivery, { hold: boolean }>): Queued[] {
  if (typeof what === "object" && "id" in what) return queue.filter(({ id }) => id === what.id);
  if (typeof what === "object" && "order" in what)
    return what.order.flatMap((id) => queue.filter((notification) => notification.id === id));
  return queue.filter(({ state }) => state === "waiting");
}

function flawOf(fault: string | undefined): NotificationFlaw | undefined {
  if (fault === "notify:bad-signature") return "bad-signature";
  if (fault === "notify:old-timestamp") return "old-timestamp";
  return fault === "notify:unknown-order" ? "unknown-order" : undefined;
}

async function post(
  protocol: Protocol,
  { url, headers, body }: { url: string; headers: Readonly<Record<string, string>>; body: string },
): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers,
      body,
      redirect: "error",
      signal: AbortSignal.timeout(10_000),
    });
    return protocol.isAcknowledged(answer.status, await answer.text());
  } catch {
    return false;
  }
}
