import { parseArgs } from "node:util";
import { createSimulator } from "./create-simulator";

const { values } = parseArgs({
  options: { port: { type: "string", default: "4200" }, factor: { type: "string", default: "1" } },
});

const simulator = await createSimulator({
  port: Number(values.port),
  clock: { factor: Number(values.factor) },
});
process.stdout.write(`The providers' simulator answers at ${simulator.url}\n`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void simulator.close());
}
