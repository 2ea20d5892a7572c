import type { StaffCaller } from "@/domain/caller";

/** Whether the service wants the second factor proved again before so many pence go back to a payer. */
export function isLargeRefund({ account }: StaffCaller, pence: number): boolean {
  return account.stepUpRefundPence !== null && pence > account.stepUpRefundPence;
}
