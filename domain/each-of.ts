import { log } from "./log";

/** Does something with each at the same time and waits for all; one that fails is logged and keeps none from theirs. */
export async function eachOf<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<unknown>,
): Promise<void> {
  const outcomes = await Promise.allSettled(items.map(async (item) => run(item)));
  for (const outcome of outcomes) {
    if (outcome.status === "rejected")
      log.error({ err: outcome.reason as unknown }, "due work failed for one");
  }
}
