import type { Transaction } from "@/db/client";
import type { AccountCaller } from "../caller";
import type { Payment } from "../payments/payment";
import type { Act } from "./acts";
import { noteAct } from "./note-act";

/** Adds what staff did to a payment to the audit: its status before and after. */
export async function notePaymentAct(
  transaction: Transaction,
  caller: AccountCaller,
  what: Act,
  before: Payment,
  after: Payment,
  now: Date,
): Promise<void> {
  await noteAct(
    transaction,
    caller,
    what,
    {
      serviceId: before.serviceId,
      on: { type: "payment", id: before.id },
      before: { status: before.status },
      after: { status: after.status },
    },
    now,
  );
}
