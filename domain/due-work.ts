import { resolveOperations } from "./operations/resolve-operations";
import { deleteDueCards } from "./agreements/delete-due-cards";
import { forgetRequests } from "./accounts/request-log";
import { forgetRateWindows } from "./accounts/take-request";
import { forgetCardAttempts } from "./cards/card-attempts";
import { captureDuePayments } from "./payments/capture-due-payments";
import { checkCaptures } from "./payments/check-captures";
import { collectNews } from "./providers/collect-news";
import { handleNotifications } from "./providers/handle-notifications";
import { reconcilePayouts } from "./payouts/reconcile-payouts";
import { countFinalDays } from "./payments/count-payments";
import { expireDuePayments } from "./payments/expire-payment";
import { forgetIdempotencyKeys } from "./payments/idempotency";
import { takeDuePayments } from "./payments/take-due-payments";
import { voidDuePayments } from "./payments/void-due-payments";
import { refundDue } from "./refunds/refund-due";

/** One kind of work that falls due: takes what is due now, in bounded number, and says how much that was. */
export type DueWork = (now: Date) => Promise<number>;

/**
 * Everything that time sets off. Each may run on several instances at once (rows are claimed) and twice over;
 * the clock and the cron routes run the same rows.
 */
export const DUE_WORK = {
  "resolve-operations": resolveOperations,
  expire: expireDuePayments,
  "take-saved-cards": takeDuePayments,
  capture: captureDuePayments,
  "check-captures": checkCaptures,
  void: voidDuePayments,
  refund: refundDue,
  notifications: handleNotifications,
  news: collectNews,
  payouts: reconcilePayouts,
  "delete-saved-cards": deleteDueCards,
  "count-final-days": countFinalDays,
  "forget-idempotency-keys": forgetIdempotencyKeys,
  "forget-requests": forgetRequests,
  "forget-rate-windows": forgetRateWindows,
  "forget-card-attempts": forgetCardAttempts,
} as const satisfies Record<string, DueWork>;

export type DueWorkName = keyof typeof DUE_WORK;
