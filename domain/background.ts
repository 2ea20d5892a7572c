import { log } from "./log";

// Next.js builds this module into more than one bundle; what any of them has begun is waited for at the end.
const KEY = Symbol.for("exchequer.background");
const shared = globalThis as { [KEY]?: Set<Promise<void>> };
const running = (shared[KEY] ??= new Set());

/** Starts work that the request does not wait for. What it leaves undone is due in the database anyway. */
export function inBackground(name: string, work: () => Promise<unknown>): void {
  const task = work()
    .then(() => undefined)
    .catch((error: unknown) => log.error({ err: error, work: name }, "background work failed"))
    .finally(() => running.delete(task));
  running.add(task);
}

/** Waits for everything in the background, before the process ends. */
export async function settleBackground(): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}
