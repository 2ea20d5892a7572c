import { and, eq } from "drizzle-orm";
import { database } from "@/db/client";
import { accounts } from "@/db/schema";
import type { Account, Staff } from "../caller";
import { isId } from "../new-id";
import { refused } from "../refused";
import type { Act } from "../staff/acts";
import { noteAct } from "../staff/note-act";

/** What a service's own admins decide about an account. */
export type AccountSettings = Pick<
  Account,
  | "acceptedBrands"
  | "acceptsCredit"
  | "acceptsDebit"
  | "acceptsPrepaid"
  | "cardDigits"
  | "collectsBillingAddress"
  | "collectsEmail"
  | "defaultCountry"
  | "emailsConfirmation"
  | "emailsRefund"
  | "motoMasksNumber"
  | "motoMasksSecurityCode"
  | "stepUpRefundPence"
  | "defendsAgainstCardTesting"
>;

/** What the platform's operators decide about it. */
export type AccountFeatures = Pick<
  Account,
  | "motoEnabled"
  | "motoApiEnabled"
  | "recurringEnabled"
  | "recurringTurnedOff"
  | "creationTurnedOff"
  | "surchargeCreditPence"
  | "surchargeDebitPence"
  | "surchargePrepaidDebitPence"
  | "feeBasisPoints"
  | "feeFixedPence"
  | "createPerSecond"
  | "capturePerSecond"
  | "otherPostPerSecond"
  | "getPerSecond"
>;

/** Changes what an account's admins may change. Requests and pages go by it at once. */
export async function changeSettings(caller: Staff, account: Account, settings: AccountSettings, now: Date) {
  return change(caller, account.id, "changeSettings", settings, now);
}

/**
 * Whether settings take away what protects an account: the limit above which refunds ask for the second factor again,
 * or the defence against card testing. Whoever finds an open browser must not be able to begin with that.
 */
export function lowersGuard(account: Account, settings: AccountSettings): boolean {
  const limitOf = ({ stepUpRefundPence }: AccountSettings) => stepUpRefundPence ?? Infinity;
  const defends = ({ defendsAgainstCardTesting }: AccountSettings) =>
    defendsAgainstCardTesting ?? account.live;
  return limitOf(settings) > limitOf(account) || (defends(account) && !defends(settings));
}

/** Changes what operators may change. */
export async function switchFeatures(caller: Staff, accountId: string, features: AccountFeatures, now: Date) {
  return change(caller, accountId, "switchFeatures", features, now);
}

/**
 * Turns an account off altogether, or on again. While it is off its API keys are refused as unknown ones are, and its
 * payers' pages are not there; what has been paid already is still captured, refunded and settled.
 */
export async function disableAccount(caller: Staff, accountId: string, disabled: boolean, now: Date) {
  return change(caller, accountId, disabled ? "disableAccount" : "enableAccount", { disabled }, now);
}

async function change(caller: Staff, accountId: string, what: Act, values: Partial<Account>, now: Date) {
  if (!isId(accountId)) return refused("notFound");
  return database().transaction(async (transaction) => {
    const [before] = await transaction
      .select()
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .for("no key update");
    if (!before) return refused("notFound");
    const [after] = await transaction
      .update(accounts)
      .set(values)
      .where(and(eq(accounts.serviceId, before.serviceId), eq(accounts.id, accountId)))
      .returning();
    if (!after) throw new Error("A locked account has gone");
    const names = (Object.keys(values) as (keyof Account)[]).filter(
      (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    );
    const pick = (account: Account) => Object.fromEntries(names.map((name) => [name, account[name]]));
    const act = {
      serviceId: before.serviceId,
      on: { type: "account", id: accountId },
      before: pick(before),
      after: pick(after),
    };
    await noteAct(transaction, caller, what, act, now);
    return after;
  });
}
