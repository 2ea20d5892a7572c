import { inBackground } from "./background";

/** Work that others set off but must not know: knowing it would close a circle of imports. */
export type Sleeper = "notifications" | "emails";

// Next.js builds this module into more than one bundle; what one of them registers must be there for all.
const KEY = Symbol.for("exchequer.sleepers");
const shared = globalThis as { [KEY]?: Map<Sleeper, () => Promise<unknown>> };

/** Says what is to be done when `name` is woken. */
export function onWake(name: Sleeper, work: () => Promise<unknown>): void {
  shared[KEY] ??= new Map();
  shared[KEY].set(name, work);
}

/** Starts due work at once, in the background; where it is not registered, the clock comes to it. */
export function wake(name: Sleeper): void {
  const work = shared[KEY]?.get(name);
  if (work) inBackground(name, work);
}
