import { z } from "zod";
import type { Steerable } from "./clock";
import { Fault, type Faults } from "./faults";
import type { Delivery, Notifications } from "./notifications";
import type { Answer, Protocol, ProtocolName, SimulatedRequest } from "./protocol";
import type { RequestLog } from "./request-log";

/** What the control API steers. */
export interface Controlled {
  readonly clock: Steerable;
  readonly clocks: Readonly<Record<ProtocolName, Steerable>>;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly notifications: Notifications;
  readonly protocols: readonly Protocol[];
  reset(): void;
  stop(): void;
}

const PSP = z.enum(["stripe", "worldpay"]);
/** One provider's clock, or everybody's. */
const ClockChange = z.union([
  z.strictObject({ psp: PSP.optional(), now: z.iso.datetime() }),
  z.strictObject({ psp: PSP.optional(), advance: z.iso.duration().or(z.int().min(0)) }),
]);
const DeliveryOrder: z.ZodType<Delivery> = z.union([
  z.literal("all"),
  z.strictObject({ id: z.string() }),
  z.strictObject({ order: z.array(z.string()) }),
  z.strictObject({ duplicate: z.int().min(1) }),
  z.strictObject({ hold: z.boolean() }),
]);
const FaultList = z.array(Fault).or(Fault.transform((fault) => [fault]));
const Dispute = z.strictObject({
  psp: PSP.default("stripe"),
  ref: z.string(),
  ends: z.enum(["won", "lost"]),
});
const Webhooks = z.strictObject({ stripe: z.unknown().optional(), worldpay: z.unknown().optional() });

/**
 * Answers under /_sim/: `reset`, `stop`, `clock`, `state/{ref}`, `log`, `webhooks`, `notifications`, `deliver`, `disputes`,
 * `faults` and `invariants`. For tests and demonstrations; a provider has nothing of the kind.
 */
export async function control(simulator: Controlled, request: SimulatedRequest): Promise<Answer> {
  const { method } = request;
  const [what = "", ...rest] = request.path.slice("/_sim/".length).split("/");
  const act = ACTIONS[`${method} ${what}`];
  if (!act) return json(404, { error: `There is no ${method} /_sim/${what}` });
  try {
    const body: unknown = request.body === "" ? {} : JSON.parse(request.body);
    return json(200, (await act(simulator, body, rest.map(decodeURIComponent).join("/"))) ?? { done: true });
  } catch (error) {
    return json(400, { error: error instanceof Error ? error.message : String(error) });
  }
}

type Action = (simulator: Controlled, body: unknown, ref: string) => unknown;

const ACTIONS: Readonly<Record<string, Action | undefined>> = {
  "POST reset": (simulator) => simulator.reset(),
  "POST stop": (simulator) => {
    // Once this answer is on its way.
    setTimeout(() => simulator.stop(), 50);
  },
  "GET clock": ({ clock }) => ({ now: clock.now(), steered: clock.isSteered() }),
  "POST clock": async ({ clock: all, clocks, notifications }, body) => {
    const change = ClockChange.parse(body);
    const clock = change.psp === undefined ? all : clocks[change.psp];
    if ("now" in change) clock.set(new Date(change.now));
    else clock.advance(typeof change.advance === "number" ? change.advance : millisecondsOf(change.advance));
    await notifications.send();
    return { now: clock.now() };
  },
  "GET state": ({ protocols }, _, ref) =>
    Object.fromEntries(protocols.map((protocol) => [protocol.name, protocol.state(ref) ?? null])),
  "GET log": ({ log }) => log.entries(),
  "POST webhooks": ({ protocols, notifications }, body) => {
    const settings = Webhooks.parse(body);
    for (const protocol of protocols) {
      const own = settings[protocol.name];
      if (own !== undefined) protocol.configure(own);
    }
    notifications.hurry();
  },
  "GET notifications": ({ notifications }) => notifications.list(),
  "POST deliver": async ({ notifications }, body) => {
    await notifications.deliver(DeliveryOrder.parse(body));
    return notifications.list();
  },
  "POST disputes": async ({ protocols, notifications }, body) => {
    const { psp, ref, ends } = Dispute.parse(body);
    const protocol = protocols.find(({ name }) => name === psp);
    if (!protocol?.dispute) throw new Error(`Nobody hears of disputes at ${psp}`);
    protocol.dispute(ref, ends);
    await notifications.send();
  },
  "GET faults": ({ faults }) => faults.waiting(),
  "POST faults": ({ faults }, body) => {
    for (const fault of FaultList.parse(body)) faults.add(fault);
  },
  "DELETE faults": ({ faults }) => faults.clear(),
  "GET invariants": ({ protocols }) => ({ broken: protocols.flatMap((protocol) => protocol.invariants()) }),
};

const UNITS = { W: 604_800_000, D: 86_400_000, H: 3_600_000, M: 60_000, S: 1000 } as const;

/** An ISO 8601 duration of weeks, days, hours, minutes and seconds. */
function millisecondsOf(duration: string): number {
  if (/^P[^T]*[YM]/u.test(duration)) throw new Error("Years and months have no fixed length");
  let total = 0;
  for (const [, count = "", unit = ""] of duration.matchAll(/(\d+(?:\.\d+)?)([WDHMS])/gu)) {
    if (unit === "W" || unit === "D" || unit === "H" || unit === "M" || unit === "S")
      total += Number(count) * UNITS[unit];
  }
  return total;
}

function json(status: number, body: unknown): Answer {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
