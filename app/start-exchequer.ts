import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { front } from "@/app/v1/front";
import { closeDatabase } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { flushRequestLog } from "@/domain/accounts/request-log";
import { seedDemo } from "@/domain/accounts/seed-demo";
import { settleBackground } from "@/domain/background";
import { startClock } from "./clock";
import { everyAnswer } from "./every-answer";
import { logFaults } from "./log-faults";
import { metricsFront } from "./metrics/metrics-front";
import { publicUrl } from "@/domain/public-url";

/**
 * Everything that happens once per process, before the first request: migrations, the demonstration's accounts,
 * the clock, and what server.mjs asks for: the API's front, the headers of every answer, and how to stop.
 */
export async function startExchequer(): Promise<void> {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set");
  // In development faults are for whoever sits before them.
  if (process.env.NODE_ENV === "production") logFaults();
  await migrateDatabase(url);
  if (process.env.EXCHEQUER_DEMO === "1") {
    await seedDemo(url, join(process.env.DATA_DIR ?? ".data", "demo.json"), publicUrl(""), new Date());
  }
  const stopClock = startClock();
  Object.assign(globalThis, {
    [Symbol.for("exchequer.front")]: (request: IncomingMessage, response: ServerResponse) =>
      front(request, response) || metricsFront(request, response),
    [Symbol.for("exchequer.headers")]: everyAnswer(),
    [Symbol.for("exchequer.stop")]: async () => {
      await stopClock();
      await settleBackground();
      await flushRequestLog();
      await closeDatabase();
    },
  });
}
