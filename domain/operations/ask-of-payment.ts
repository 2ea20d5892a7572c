import type { Acknowledgement, Psp, PspContext } from "@/psp/port";
import { accountTime } from "../accounts/account-time";
import { findAccountOf } from "../accounts/find-account";
import type { Payment } from "../payments/payment";
import { providerOf } from "../providers/provider-of";
import { askUnderLease, type PspOperation } from "./operation";

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
  // Under the lease from the start: what cannot even be asked is written down as well, and asked again no sooner.
  return askUnderLease(operation, async () => {
    const { providerId } = payment;
    if (providerId === null) throw new Error(`Payment ${payment.id} was never authorised`);
    const account = await findAccountOf(payment);
    const time = accountTime(account, new Date());
    const { provider, context } = await providerOf(payment, account, operation.key, time);
    return ask(provider, context, providerId);
  });
}
