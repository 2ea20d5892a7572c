import { sql, type SQL } from "drizzle-orm";
import { accounts } from "@/db/schema";
import { capabilitiesOf } from "@/psp/capabilities";
import type { Account } from "../caller";
import { totalAmount, type Payment } from "./payment";

type Fees = Pick<Account, "feeBasisPoints" | "feeFixedPence">;

/**
 * The fee of a payment whose money was taken, in pence: a percentage and a fixed part, both from the account's
 * settings, the percentage rounded up to a whole penny (contract section 7).
 *
 * @returns undefined where the account has no fees of its own: then the PSP's figure counts.
 */
export function feeOnSuccess(account: Fees, payment: Pick<Payment, "amount" | "surcharge">) {
  const { feeBasisPoints, feeFixedPence } = account;
  if (feeBasisPoints === 0 && feeFixedPence === 0) return undefined;
  return Math.ceil((totalAmount(payment) * feeBasisPoints) / 10_000) + feeFixedPence;
}

/** The fee of a payment that failed after its card had been submitted: its account's fixed part, as SQL, or none. */
export function feeOnFailure({
  serviceId,
  accountId,
  paymentProvider,
  lastDigits,
}: Payment): SQL<number | null> | null {
  if (lastDigits === null || !capabilitiesOf(paymentProvider).reportsFees) return null;
  return sql`(select nullif(${accounts.feeFixedPence}, 0) from ${accounts}
    where ${accounts.serviceId} = ${serviceId} and ${accounts.id} = ${accountId})`;
}
