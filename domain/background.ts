import { log } from "./log";

const running = new Set<Promise<void>>();

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
