import type { DueWork } from "./due-work";

/** For how long one run of a job begins further rounds; under the minute after which the next run comes. */
const ROUNDS_MILLISECONDS = 50_000;

/**
 * One run of a job, by the clock or a cron route: rounds, until one finds nothing more to do, the time is up or
 * the process is to end.
 *
 * The moment is the same for all rounds, so that what a round puts off is not due again within the run.
 *
 * @returns how much it did.
 */
export async function runDueWork(work: DueWork, now: Date, stop?: AbortSignal): Promise<number> {
  const end = performance.now() + ROUNDS_MILLISECONDS;
  let total = 0;
  for (;;) {
    const done = await work(now);
    total += done;
    if (done === 0 || stop?.aborted || performance.now() >= end) return total;
  }
}
