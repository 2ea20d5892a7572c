import { and, eq } from "drizzle-orm";
import { database, type Executor } from "@/db/client";
import { agreements, paymentInstruments } from "@/db/schema";
import type { AccountCaller } from "../caller";
import { isId } from "../new-id";
import type { AgreementWithCard } from "./agreement";

/** A caller's agreement; undefined for an id that is malformed, unknown or another account's (D4). */
export async function findAgreement(
  { account }: AccountCaller,
  id: string,
): Promise<AgreementWithCard | undefined> {
  if (!isId(id)) return undefined;
  const [found] = await withCards(database()).where(
    and(
      eq(agreements.serviceId, account.serviceId),
      eq(agreements.id, id),
      eq(agreements.accountId, account.id),
    ),
  );
  return found;
}

/** Agreements, each with the card it charges; the query goes on from here. */
export function withCards(executor: Executor) {
  return executor
    .select({ agreement: agreements, instrument: paymentInstruments })
    .from(agreements)
    .leftJoin(
      paymentInstruments,
      and(
        eq(paymentInstruments.serviceId, agreements.serviceId),
        eq(paymentInstruments.id, agreements.paymentInstrumentId),
      ),
    )
    .$dynamic();
}
