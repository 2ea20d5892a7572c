import { existsSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { createSimulator } from "./create-simulator";

/** Without a request for so long, nobody needs it any more. */
const LONELY_MILLISECONDS = 120_000;

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "4200" },
    factor: { type: "string", default: "1" },
    /** A file to say in where it is reached. With one it ends by itself: when lonely, or when the folder has gone. */
    home: { type: "string" },
    /** A file in which its books outlive it. */
    books: { type: "string" },
    /** Which sources it runs, said in that file too. */
    build: { type: "string" },
  },
});

const simulator = await createSimulator({
  port: Number(values.port),
  clock: { factor: Number(values.factor) },
  ...(values.books !== undefined && { books: values.books }),
  onStop: () => void end(),
});
process.stdout.write(`The providers' simulator answers at ${simulator.url}\n`);

const { home, build } = values;
if (home !== undefined) {
  writeFileSync(home, JSON.stringify({ url: simulator.url, build }));
  const watch = setInterval(() => {
    const lonely = Date.now() - simulator.lastAskedAt() > LONELY_MILLISECONDS;
    if (lonely || !existsSync(dirname(home))) void end();
  }, 2000);
  watch.unref();
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void end());

async function end(): Promise<void> {
  await simulator.close();
  process.exit(0);
}
