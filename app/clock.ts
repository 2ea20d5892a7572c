import { DUE_WORK, type DueWork } from "@/domain/due-work";
import { log } from "@/domain/log";

const TICK_MILLISECONDS = Number(process.env.CLOCK_SECONDS ?? 60) * 1000;

/**
 * Runs all due work now and then every minute, unless an external scheduler calls the cron routes
 * (EXTERNAL_SCHEDULER=1). @returns stops it, once what is under way has finished.
 */
export function startClock(): () => Promise<void> {
  if (process.env.EXTERNAL_SCHEDULER === "1") return async () => {};
  let running: Promise<void> | undefined;
  const tick = () => {
    running ??= runDueWork().finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(tick, TICK_MILLISECONDS);
  tick();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function runDueWork(): Promise<void> {
  for (const [job, work] of Object.entries<DueWork>(DUE_WORK)) {
    try {
      const done = await work(new Date());
      if (done > 0) log.info({ job, done }, "due work");
    } catch (error) {
      log.error({ err: error, job }, "due work failed");
    }
  }
}
