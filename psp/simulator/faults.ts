import { z } from "zod";
import type { FaultAction, ProtocolName, Subject } from "./protocol";

const ACTION =
  /^(?:hold|delay:\d+|(?:timeout|reset):(?:before|after)-commit|status:[45]\d\d:(?:before|after)-commit|truncate|garbage|slow-body|error:[\w-]+|cookie:(?:drop|double|rotate)|notify:(?:duplicate|reverse|drop|bad-signature|old-timestamp|unknown-order|before-reply|late:\d+))$/u;

/** One fault, as POST /_sim/faults takes it: what it waits for, and what it then does. */
export const Fault = z.strictObject({
  psp: z.enum(["stripe", "worldpay"]),
  /** An operation ("payment_intents.confirm"), or the kind of a notification. */
  operation: z.string().optional(),
  ref: z.string().optional(),
  card: z.string().optional(),
  amount: z.int().optional(),
  /** Lets that many pass, less one, before it strikes. */
  nth: z.int().min(1).default(1),
  times: z.int().min(1).default(1),
  do: z.custom<FaultAction>((value) => typeof value === "string" && ACTION.test(value), "unknown fault"),
});
export type Fault = z.input<typeof Fault>;

/** The faults that wait to happen. */
export interface Faults {
  add(fault: Fault): void;
  /** Forgets them all, and lets go what is held. */
  clear(): void;
  /** Until what is held is let go. */
  untilCleared(): Promise<void>;
  waiting(): Fault[];
  /** The fault that strikes now, if any: a matched one is used up. */
  strike(psp: ProtocolName, subject: Subject, about: "request" | "notification"): FaultAction | undefined;
}

export function createFaults(): Faults {
  let faults: z.output<typeof Fault>[] = [];
  let held: (() => void)[] = [];
  return {
    add: (fault) => void faults.push(Fault.parse(fault)),
    clear: () => {
      faults = [];
      for (const letGo of held) letGo();
      held = [];
    },
    untilCleared: () => new Promise((resolve) => held.push(resolve)),
    waiting: () => structuredClone(faults),
    strike: (psp, subject, about) => {
      const struck = faults.filter((fault) => isAbout(fault.do) === about && matches(fault, psp, subject));
      const ready = struck.find((fault) => fault.nth === 1);
      for (const fault of struck) fault.nth = Math.max(1, fault.nth - 1);
      if (!ready) return undefined;
      ready.times -= 1;
      faults = faults.filter((fault) => fault.times > 0);
      return ready.do;
    },
  };
}

function isAbout(action: FaultAction): "request" | "notification" {
  const isNotice = action.startsWith("notify:") && action !== "notify:before-reply";
  return isNotice ? "notification" : "request";
}

function matches(fault: z.output<typeof Fault>, psp: ProtocolName, subject: Subject): boolean {
  const wants = <T>(wanted: T | undefined, found: T | undefined) => wanted === undefined || wanted === found;
  return (
    fault.psp === psp &&
    wants(fault.operation, subject.operation) &&
    wants(fault.ref, subject.ref) &&
    wants(fault.card, subject.card) &&
    wants(fault.amount, subject.amount)
  );
}
