import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { database } from "@/db/client";
import { alerts } from "@/db/schema";
import { effectsAtStripe } from "@/psp/stripe/test-stripe";
import { effectsAtWorldpay } from "@/psp/worldpay/test-worldpay";
import type { Payment } from "../payments/payment";
import { LEFT_TO_STAFF, standing, type Operation } from "./test-operations";
import { cardsDue, openOperations, ourLedger, theirLedger, type World } from "./test-world";

/** For tests: how a payment stands once all is settled: with nothing open, and with the same on both sides, to the penny. */
export async function settledEnd(world: World, payment: Payment): Promise<string> {
  await world.hear();
  const end = await standing(payment);
  const [ours, theirs] = [await ourLedger(payment), theirLedger(world, payment)];
  if (end === LEFT_TO_STAFF) {
    expect(theirs.refunded).toBeLessThanOrEqual(ours.refunded);
    expect({ ...theirs, refunded: ours.refunded }).toEqual(ours);
    const [told] = await database().select().from(alerts).where(eq(alerts.paymentId, payment.id));
    expect(told).toMatchObject({ kind: "operationUnresolved" });
    return end;
  }
  expect(theirs).toEqual(ours);
  expect(await openOperations(payment)).toEqual([]);
  expect(await cardsDue(world)).toEqual([]);
  return end;
}

/** For tests: how often an operation has had its effect at the provider. */
export function effectsOf({ name, simulator }: World, { id }: Payment, operation: Operation): number {
  const effects = name === "stripe" ? effectsAtStripe(simulator, id) : effectsAtWorldpay(simulator, id);
  return effects.filter((effect) => effect === operation).length;
}
