import { accountsAhead, type AccountKey } from "./accounts/account-time";
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
import { makeTransfers } from "./transfers/make-transfers";
import { compareOpenOperations } from "./providers/compare-open-operations";
import { checkRefunds } from "./refunds/check-refunds";
import { countFinalDays } from "./payments/count-payments";
import { expireDuePayments } from "./payments/expire-payment";
import { forgetIdempotencyKeys } from "./payments/idempotency";
import { takeDuePayments } from "./payments/take-due-payments";
import { voidDuePayments } from "./payments/void-due-payments";
import { refundDue } from "./refunds/refund-due";
import { checkAuditDaily } from "./staff/check-audit-daily";
import { forgetStaffTraces } from "./staff/forget-staff-traces";
import { deliverDueMessages } from "./webhooks/deliver-messages";
import { forgetEmails } from "./emails/forget-emails";
import { forgetPayments } from "./payments/forget-payments";
import { forgetPolicyReports } from "./policy/forget-policy-reports";
import { forgetNotifications } from "./providers/forget-notifications";
import { forgetWebhookMessages } from "./webhooks/forget-webhook-messages";

/** One kind of work that falls due: takes what is due now, in bounded number, and says how much that was. */
export type DueWork = (now: Date) => Promise<number>;

/** What falls due by an account's own clock, in the order in which one thing leads to the next. */
const ACCOUNT_WORK = {
  expire: expireDuePayments,
  "take-saved-cards": takeDuePayments,
  capture: captureDuePayments,
  "check-captures": checkCaptures,
  void: voidDuePayments,
  refund: refundDue,
  "delete-saved-cards": deleteDueCards,
  news: collectNews,
} as const satisfies Record<string, (now: Date, whose?: AccountKey) => Promise<number>>;

/**
 * Everything that time sets off. Each may run on several instances at once (rows are claimed) and twice over;
 * the clock and the cron routes run the same rows.
 */
export const DUE_WORK = {
  "resolve-operations": resolveOperations,
  ...ACCOUNT_WORK,
  "accounts-ahead": doWorkAhead,
  notifications: handleNotifications,
  payouts: reconcilePayouts,
  transfers: makeTransfers,
  "check-refunds": checkRefunds,
  "compare-open-operations": compareOpenOperations,
  "deliver-webhook-messages": deliverDueMessages,
  "count-final-days": countFinalDays,
  "check-audit": checkAuditDaily,
  "forget-idempotency-keys": forgetIdempotencyKeys,
  "forget-requests": forgetRequests,
  "forget-rate-windows": forgetRateWindows,
  "forget-card-attempts": forgetCardAttempts,
  "forget-staff-traces": forgetStaffTraces,
  "forget-webhook-messages": forgetWebhookMessages,
  "forget-notifications": forgetNotifications,
  "forget-emails": forgetEmails,
  "forget-payments": forgetPayments,
  "forget-policy-reports": forgetPolicyReports,
} as const satisfies Record<string, DueWork>;

export type DueWorkName = keyof typeof DUE_WORK;

/** How much of each kind was done. */
export type WorkDone = Readonly<Record<keyof typeof ACCOUNT_WORK, number>>;

/** One account's due work, by its own clock. */
export async function doAccountWork(account: AccountKey, now: Date): Promise<WorkDone> {
  const done: [string, number][] = [];
  for (const [name, work] of Object.entries(ACCOUNT_WORK)) done.push([name, await work(now, account)]);
  return Object.fromEntries(done) as WorkDone;
}

/** The same for every account whose clock is ahead of the others' time. */
async function doWorkAhead(now: Date): Promise<number> {
  let done = 0;
  for (const { account, now: ahead } of await accountsAhead(now)) {
    const counts = Object.values(await doAccountWork(account, ahead));
    done += counts.reduce((sum, count) => sum + count, 0);
  }
  return done;
}
