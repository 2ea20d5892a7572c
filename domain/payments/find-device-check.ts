import type { DeviceCheck } from "@/contract/page";
import { capabilitiesOf } from "@/psp/capabilities";
import { accountTime } from "../accounts/account-time";
import { findAccountOf } from "../accounts/find-account";
import { providerOf } from "../providers/provider-of";
import type { Payment } from "./payment";

/**
 * The check of the payer's device that the card page runs beside its form, where the payment's provider wants one;
 * not for an order by telephone or post, whose payer is not there.
 */
export async function findDeviceCheck(payment: Payment, now: Date): Promise<DeviceCheck | null> {
  if (payment.moto || !capabilitiesOf(payment.paymentProvider).wantsDeviceData) return null;
  const account = await findAccountOf(payment);
  if ((payment.credentialsId ?? account.credentialsId) === null) return null;
  const key = `deviceCheck:${payment.id}`;
  const { provider, context } = await providerOf(payment, account, key, accountTime(account, now));
  return provider.deviceCheck?.(context, payment.id) ?? null;
}
