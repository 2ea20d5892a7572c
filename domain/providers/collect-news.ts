import { and, eq, inArray } from "drizzle-orm";
import { database } from "@/db/client";
import { disputes, payments } from "@/db/schema";
import { PAYMENT_PROVIDERS } from "@/contract/payment-provider";
import { psp } from "@/psp/index";
import type { PspName } from "@/psp/port";
import type { AccountKey } from "../accounts/account-time";
import { findAccountOf } from "../accounts/find-account";
import { eachOf } from "../each-of";
import type { Payment } from "../payments/payment";
import { handleNotifications } from "./handle-notifications";
import { providerOf } from "./provider-of";
import { takeIn } from "./take-in";

const OPEN = ["needs_response", "under_review"] as const;

/**
 * Asks providers that have no way to call us what became of open disputes, and acts on it.
 *
 * @returns how much of what they told was new.
 */
export async function collectNews(now: Date, whose?: AccountKey, limit = 500): Promise<number> {
  const disputed = await database()
    .select({ payment: payments })
    .from(disputes)
    .innerJoin(payments, and(eq(payments.serviceId, disputes.serviceId), eq(payments.id, disputes.paymentId)))
    .where(
      and(
        inArray(disputes.status, [...OPEN]),
        inArray(payments.paymentProvider, PAYMENT_PROVIDERS.filter(isSilent)),
        whose && eq(disputes.serviceId, whose.serviceId),
        whose && eq(disputes.accountId, whose.accountId),
      ),
    )
    .orderBy(disputes.createdAt)
    .limit(limit);
  const silent = byAccount(disputed.map(({ payment }) => payment));
  let news = 0;
  await eachOf([...silent.values()], async (ofAccount) => {
    news += await collect(ofAccount, now);
  });
  if (news > 0) await handleNotifications(new Date());
  return news;
}

function isSilent(provider: PspName): boolean {
  return psp(provider, database()).listNews !== undefined;
}

function byAccount(all: readonly Payment[]): Map<string, Payment[]> {
  const grouped = new Map<string, Payment[]>();
  for (const payment of all)
    grouped.set(payment.accountId, [...(grouped.get(payment.accountId) ?? []), payment]);
  return grouped;
}

async function collect(ofAccount: Payment[], now: Date): Promise<number> {
  const [first] = ofAccount;
  if (!first) return 0;
  const account = await findAccountOf(first);
  const { provider, context } = await providerOf(first, account, `news:${account.id}`, now);
  const told = await provider.listNews?.(
    context,
    ofAccount.map(({ id }) => id),
  );
  const { serviceId, accountId, paymentProvider } = first;
  const inbox = { serviceId, accountId, credentialsId: paymentProvider };
  return takeIn(database(), inbox, told ?? [], new Date());
}
