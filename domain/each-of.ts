import { log } from "./log";

/** Does something with each at the same time and waits for all; one that fails is logged and keeps none from theirs. */
export async function eachOf<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<unknown>,
): Promise<void> {
  const outcomes = await Promise.allSettled(items.map(async (item) => run(item)));
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") tell(outcome.reason);
  }
}

/** The same one after the other: for transactions, which would otherwise take all of the pool's connections. */
export async function eachInTurn<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (const item of items) await run(item).catch(tell);
}

function tell(error: unknown): void {
  log.error({ err: error }, "due work failed for one");
}
