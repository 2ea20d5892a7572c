import { database } from "@/db/client";
import { psp } from "@/psp/index";
import type { Acknowledgement, Psp, PspContext } from "@/psp/port";
import { findAccountOf } from "../accounts/find-account";
import type { Payment } from "../payments/payment";
import { askUnderLease, pspContext, type PspOperation } from "./operation";

/**
 * Second beat of what is asked about a payment that its PSP already knows: a capture, a void, a refund.
 *
 * @param ask is given the payment's provider and the id it goes by there.
 */
export async function askOfPayment(
  operation: PspOperation,
  payment: Payment,
  ask: (provider: Psp, context: PspContext, providerId: string) => Promise<Acknowledgement>,
): Promise<Acknowledgement> {
  const { providerId, paymentProvider } = payment;
  if (providerId === null) throw new Error(`Payment ${payment.id} was never authorised`);
  const { live } = await findAccountOf(payment);
  const provider = psp(paymentProvider, database());
  return askUnderLease(operation, () => ask(provider, pspContext(operation, live, new Date()), providerId));
}
