import type { DueWork } from "@/domain/due-work";
import { log } from "@/domain/log";
import { runDueWork } from "@/domain/run-due-work";
import { JOBS } from "./due-work";

const TICK_MILLISECONDS = Number(process.env.CLOCK_SECONDS ?? 60) * 1000;

/**
 * Runs all due work now and then every minute, unless an external scheduler calls the cron routes
 * (EXTERNAL_SCHEDULER=1). Each job has its own pace: one that takes long keeps only itself from the next tick.
 *
 * @returns stops it, once the rounds under way have finished.
 */
export function startClock(): () => Promise<void> {
  if (process.env.EXTERNAL_SCHEDULER === "1") return async () => {};
  const running = new Map<string, Promise<void>>();
  const stop = new AbortController();
  const tick = () => {
    for (const [job, work] of Object.entries(JOBS)) {
      if (!running.has(job))
        running.set(
          job,
          run(job, work, stop.signal).finally(() => running.delete(job)),
        );
    }
  };
  const timer = setInterval(tick, TICK_MILLISECONDS);
  tick();
  return async () => {
    clearInterval(timer);
    stop.abort();
    await Promise.all(running.values());
  };
}

async function run(job: string, work: DueWork, stop: AbortSignal): Promise<void> {
  try {
    const done = await runDueWork(work, new Date(), stop);
    if (done > 0) log.info({ job, done }, "due work");
  } catch (error) {
    log.error({ err: error, job }, "due work failed");
  }
}
