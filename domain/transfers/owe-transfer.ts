import type { Transaction } from "@/db/client";
import { pspOperations } from "@/db/schema";
import type { Payment } from "../payments/payment";
import { adapterOf } from "../providers/provider-of";

/** What makes money go from the platform to a service or back: a capture, what takes some of it back, what undoes that. */
export type TransferCause =
  | { is: "capture" }
  | { is: "refund"; id: string }
  | { is: "refundReversal"; id: string }
  | { is: "lostDispute"; id: string }
  | { is: "failedPaymentFee" };

/**
 * Writes down that a transfer follows from what this transaction records: an open operation, due at once. Only where a
 * provider can have payments taken by a platform; whether they are is found out when it is made.
 */
export async function oweTransfer(
  transaction: Transaction,
  payment: Payment,
  cause: TransferCause,
): Promise<void> {
  if (!adapterOf(payment).transferOut) return;
  const { serviceId, accountId, id: paymentId } = payment;
  const now = new Date();
  await transaction
    .insert(pspOperations)
    .values({
      serviceId,
      accountId,
      paymentId,
      key: keyOf(payment, cause),
      kind: goesOut(cause) ? "transferOut" : "transferIn",
      state: "unknown",
      tries: 0,
      askedAt: now,
      leaseUntil: now,
      answer: { is: "unknown", cause: "not asked yet" },
    })
    .onConflictDoNothing();
}

/** Whether money goes from the platform to the service. */
function goesOut({ is }: TransferCause): boolean {
  return is === "capture" || is === "refundReversal";
}

/** `transferOut:{payment}`, otherwise `transferIn:{cause}:{its id}` or `transferOut:…`: the cause can be read from it. */
function keyOf({ id }: Payment, cause: TransferCause): string {
  if (cause.is === "capture") return `transferOut:${id}`;
  return `${goesOut(cause) ? "transferOut" : "transferIn"}:${cause.is}:${"id" in cause ? cause.id : id}`;
}

/** The cause that a key tells. */
export function causeOf(key: string): TransferCause {
  const [kind, is, id = ""] = key.split(":");
  if (is === "refund" || is === "refundReversal" || is === "lostDispute") return { is, id };
  if (kind === "transferOut") return { is: "capture" };
  return { is: "failedPaymentFee" };
}
