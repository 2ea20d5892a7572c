import { testDatabase } from "@/db/test-database";
import type { ServiceCaller } from "../caller";
import type { Payment } from "../payments/payment";
import { CARRY_OUT, type Operation } from "./test-operations";
import type { Place, SimulatedName } from "./test-world";

/** What the process is told: to begin an operation, to carry it out once its trap is set, that it was heard. */
export type Order =
  | { do: "begin"; operation: Operation; name: SimulatedName; caller: ServiceCaller }
  | { do: "go"; operation: Operation }
  | { do: "heard" };

/** What it says: that it lives, that an operation is next (of this payment), that the provider should be heard. */
export type Report =
  | { is: "alive" }
  | { is: "ready"; operation: Operation; payment: Payment | undefined }
  | { is: "listening" }
  | { is: "failed"; why: string };

/**
 * For tests: a process of the service's that carries out what its parent says. It has no end of its own: it is killed,
 * or goes with its parent.
 */
const orders: Record<string, () => void> = {};

process.on("disconnect", () => process.exit());
process.on("message", (order: Order) => {
  if (order.do === "begin") begin(order).catch(fail);
  else orders["operation" in order ? order.operation : order.do]?.();
});
await testDatabase();
report({ is: "alive" });

async function begin({ operation, name, caller }: Extract<Order, { do: "begin" }>): Promise<void> {
  const place: Place = { name, caller, hear: async () => waitFor("heard", { is: "listening" }) };
  await CARRY_OUT[operation](place, async (payment) =>
    waitFor(operation, { is: "ready", operation, payment }),
  );
}

async function waitFor(order: string, tell: Report): Promise<void> {
  const told = new Promise<void>((resolve) => (orders[order] = resolve));
  report(tell);
  await told;
}

function report(what: Report): void {
  process.send?.(what);
}

function fail(error: unknown): void {
  report({ is: "failed", why: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
