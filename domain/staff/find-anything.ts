import { and, desc, eq, sql } from "drizzle-orm";
import { searchDatabase } from "@/db/client";
import { agreements, disputes, payments, payouts, refunds } from "@/db/schema";
import type { Account, Staff } from "../caller";
import { isId } from "../new-id";
import { listOwnServices } from "./find-caller-of";
import { roleMay } from "./permissions";

/** Of each kind and account as many are found: whoever has more than that needs the list's filters. */
const FOUND_AT_MOST = 20;

/** Something found, and whose it is. */
export interface Finding {
  readonly is: "payment" | "refund" | "agreement" | "dispute" | "payout";
  readonly id: string;
  readonly accountId: string;
  /** The payment that a refund is of. */
  readonly paymentId?: string;
  /** What it is called. */
  readonly name: string;
  readonly at: Date;
  readonly service: string;
  readonly live: boolean;
}

type Found = Omit<Finding, "accountId" | "service" | "live">;

/**
 * Whatever is exactly that: by its id, by its provider's, by its reference in any case; in the accounts alone whose
 * payments this person may see. Latest first. Each question has an index that answers it.
 */
export async function findAnything(who: Staff, text: string): Promise<Finding[]> {
  const owned = await listOwnServices(who);
  const places = owned.flatMap(({ service, role, accounts }) =>
    accounts
      .filter(({ live }) => roleMay(role, "viewPayments", live ? "live" : "test"))
      .map((account) => ({ account, service: service.nameEn, live: account.live })),
  );
  const found = await Promise.all(
    places.map(async ({ account, service, live }) => {
      const id = text.toLowerCase();
      const parts = await Promise.all([byName(account, text), isId(id) ? byId(account, id) : []]);
      return parts.flat().map((each) => ({ ...each, accountId: account.id, service, live }));
    }),
  );
  return found.flat().sort((a, b) => b.at.getTime() - a.at.getTime());
}

async function byId({ serviceId, id: accountId }: Account, id: string): Promise<Found[]> {
  const executor = searchDatabase();
  const isIt = (
    table: typeof payments | typeof refunds | typeof agreements | typeof disputes | typeof payouts,
  ) => and(eq(table.serviceId, serviceId), eq(table.id, id), eq(table.accountId, accountId));
  const found = await Promise.all([
    executor
      .select({ is: kind("payment"), id: payments.id, name: payments.reference, at: payments.createdAt })
      .from(payments)
      .where(isIt(payments)),
    executor
      .select({
        is: kind("refund"),
        id: refunds.id,
        paymentId: refunds.paymentId,
        name: refunds.id,
        at: refunds.createdAt,
      })
      .from(refunds)
      .where(isIt(refunds)),
    executor
      .select({
        is: kind("agreement"),
        id: agreements.id,
        name: agreements.reference,
        at: agreements.createdAt,
      })
      .from(agreements)
      .where(isIt(agreements)),
    executor
      .select({ is: kind("dispute"), id: disputes.id, name: disputes.id, at: disputes.createdAt })
      .from(disputes)
      .where(isIt(disputes)),
    executor
      .select({ is: kind("payout"), id: payouts.id, name: payouts.providerId, at: payouts.createdAt })
      .from(payouts)
      .where(isIt(payouts)),
  ]);
  return found.flat();
}

async function byName({ serviceId, id: accountId }: Account, text: string): Promise<Found[]> {
  const executor = searchDatabase();
  const payment = { is: kind("payment"), id: payments.id, name: payments.reference, at: payments.createdAt };
  const found = await Promise.all([
    executor
      .select(payment)
      .from(payments)
      .where(
        and(
          eq(payments.serviceId, serviceId),
          eq(payments.accountId, accountId),
          sql`lower(${payments.reference}) = lower(${text})`,
        ),
      )
      .orderBy(desc(payments.createdAt), desc(payments.id))
      .limit(FOUND_AT_MOST),
    executor
      .select(payment)
      .from(payments)
      .where(
        and(
          eq(payments.providerId, text),
          eq(payments.serviceId, serviceId),
          eq(payments.accountId, accountId),
        ),
      )
      .limit(FOUND_AT_MOST),
    executor
      .select({
        is: kind("agreement"),
        id: agreements.id,
        name: agreements.reference,
        at: agreements.createdAt,
      })
      .from(agreements)
      .where(
        and(
          eq(agreements.serviceId, serviceId),
          eq(agreements.accountId, accountId),
          sql`lower(${agreements.reference}) = lower(${text})`,
        ),
      )
      .orderBy(desc(agreements.createdAt), desc(agreements.id))
      .limit(FOUND_AT_MOST),
    executor
      .select({ is: kind("dispute"), id: disputes.id, name: disputes.id, at: disputes.createdAt })
      .from(disputes)
      .where(
        and(
          eq(disputes.serviceId, serviceId),
          eq(disputes.accountId, accountId),
          eq(disputes.providerId, text),
        ),
      )
      .limit(FOUND_AT_MOST),
    executor
      .select({ is: kind("payout"), id: payouts.id, name: payouts.providerId, at: payouts.createdAt })
      .from(payouts)
      .where(
        and(eq(payouts.serviceId, serviceId), eq(payouts.accountId, accountId), eq(payouts.providerId, text)),
      ),
  ]);
  return found.flat();
}

function kind<Kind extends Finding["is"]>(name: Kind) {
  return sql<Kind>`${name}::text`;
}
