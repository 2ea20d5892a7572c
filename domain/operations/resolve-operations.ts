import { and, eq, inArray, lte } from "drizzle-orm";
import { database, type Transaction } from "@/db/client";
import { payments, pspOperations } from "@/db/schema";
import { capabilitiesOf } from "@/psp/capabilities";
import type { AuthoriseOutcome, PaymentAtPsp, Psp, PspContext, Snapshot } from "@/psp/port";
import { accountTime } from "../accounts/account-time";
import { findAccountOf } from "../accounts/find-account";
import type { Account } from "../caller";
import { eachOf } from "../each-of";
import { log } from "../log";
import { momentOfClaim } from "../moment-of-claim";
import type { Payment } from "../payments/payment";
import { askToPrepare, authorisationOf, recordPreparation } from "../payments/prepare-payment";
import { recordAuthorisation } from "../payments/record-authorisation";
import { findPaymentById } from "../payments/start-payment";
import { askForSavedCard, chargeSavedCard } from "../payments/take-due-payments";
import { providerOf } from "../providers/provider-of";
import { leaseFrom, nextAsk, operationOf, type PspOperation } from "./operation";

/** Captures and voids are not here: they are due rows of their payments and are asked for again by key. */
export const AUTHORISATIONS = ["prepare", "authorise", "complete3ds", "authoriseSavedCard"] as const;

/**
 * Finds out what became of authorisations whose answer was lost with the process that asked, and records it as
 * if the answer had come. A card that was typed in is gone, so the PSP is asked what it did; a saved one
 * that was not taken is asked for again under the same key. What stays unknown is asked about ever more rarely.
 *
 * @returns how many were asked about.
 */
export async function resolveOperations(now: Date, limit = 50): Promise<number> {
  const claimed = await database().transaction((transaction) => claimOpen(transaction, now, limit));
  // One that takes long, or cannot be resolved, must not keep the others waiting; it stays open and is due again.
  await eachOf(claimed, (operation) =>
    resolveOperation(operation).catch((error: unknown) =>
      log.error({ err: error, operation: operation.key }, "an operation could not be resolved"),
    ),
  );
  return claimed.length;
}

async function claimOpen(transaction: Transaction, now: Date, limit: number): Promise<PspOperation[]> {
  const open = await transaction
    .select({ operation: pspOperations, paymentProvider: payments.paymentProvider })
    .from(pspOperations)
    .innerJoin(
      payments,
      and(eq(payments.serviceId, pspOperations.serviceId), eq(payments.id, pspOperations.paymentId)),
    )
    .where(and(lte(pspOperations.leaseUntil, now), inArray(pspOperations.kind, [...AUTHORISATIONS])))
    .orderBy(pspOperations.leaseUntil)
    .limit(limit)
    .for("update", { of: pspOperations, skipLocked: true });
  const claimed = [];
  for (const { operation, paymentProvider } of open) {
    const { askedAt, tries, serviceId, key } = operation;
    const { queryableAfterMilliseconds } = capabilitiesOf(paymentProvider);
    const soonest = new Date(askedAt.getTime() + queryableAfterMilliseconds);
    // Asked about too early, a PSP says that there is nothing, and is wrong.
    const isTooEarly = askedAt <= now && soonest > now;
    const claimedAt = momentOfClaim(now);
    const next = new Date(Math.max(leaseFrom(claimedAt).getTime(), nextAsk(tries + 1, claimedAt).getTime()));
    await transaction
      .update(pspOperations)
      .set(isTooEarly ? { leaseUntil: soonest } : { leaseUntil: next, tries: tries + 1 })
      .where(and(eq(pspOperations.serviceId, serviceId), eq(pspOperations.key, key)));
    if (!isTooEarly) claimed.push(operation);
  }
  return claimed;
}

/** Asks the PSP what became of one operation, and records that as if the answer had come. */
export async function resolveOperation(operation: PspOperation): Promise<void> {
  const account = await findAccountOf(operation);
  const payment = await findPaymentById(operation.paymentId);
  if (!payment) throw new Error(`Payment ${operation.paymentId} has gone`);
  const { provider, context } = await providerOf(
    payment,
    account,
    operation.key,
    accountTime(account, new Date()),
  );
  if (operation.kind === "prepare") return prepareAgain(operation, payment, account, provider, context);
  const at = { paymentId: payment.id, providerId: payment.providerId };
  const snapshot = await provider.query(context, at);
  const outcome =
    (await askAgain(operation, payment, account, provider, context, snapshot)) ?? outcomeOf(snapshot);
  await recordAuthorisation(operation, outcome, accountTime(account, new Date()));
}

/** A payment that was being opened at its PSP is opened there under the same key; only a saved card can go on. */
async function prepareAgain(
  operation: PspOperation,
  payment: Payment,
  account: Account,
  provider: Psp,
  context: PspContext,
): Promise<void> {
  const answer = await askToPrepare(provider, context, payment);
  const prepared = await recordPreparation(operation, answer, accountTime(account, new Date()));
  if (!prepared) return;
  if (prepared.authorisationMode === "agreement") return chargeSavedCard(prepared, account);
  const noCard = { is: "error", reason: "the card was never sent" } as const;
  await recordAuthorisation(authorisationOf(prepared), noCard, accountTime(account, new Date()));
}

/** A saved card is asked for again only where nothing was taken: the same key then has the reason, or a first try. */
const NOT_TAKEN = new Set<Snapshot["state"]>(["missing", "refused"]);

/** Before the second half of a challenge has reached it, a PSP may not even have the payment on its books. */
const NOT_COMPLETED = new Set<Snapshot["state"]>(["challenge", "missing"]);

/** Where the question itself can be put again under its key, its answer says more than the PSP's books. */
async function askAgain(
  operation: PspOperation,
  payment: Payment,
  account: Account,
  provider: Psp,
  context: PspContext,
  { state, providerId = payment.providerId ?? undefined }: Snapshot,
): Promise<AuthoriseOutcome | undefined> {
  if (operation.kind === "authoriseSavedCard") {
    return NOT_TAKEN.has(state) ? askForSavedCard(operation, payment, account) : undefined;
  }
  if (providerId === undefined || payment.code !== null) return undefined;
  const at = { paymentId: payment.id, providerId };
  if (operation.kind === "complete3ds") {
    return NOT_COMPLETED.has(state)
      ? provider.complete3ds(context, at, payment.challenge?.session ?? {})
      : undefined;
  }
  return state === "challenge" ? findChallengeAgain(payment, at, provider, context) : undefined;
}

/** The way to the bank's page was lost with the answer: the payer has not been there, so it is told again. */
async function findChallengeAgain(
  payment: Payment,
  at: PaymentAtPsp & { providerId: string },
  provider: Psp,
  context: PspContext,
): Promise<AuthoriseOutcome> {
  const { key: operationKey } = operationOf(payment, "complete3ds");
  return provider.complete3ds({ ...context, operationKey }, at, {});
}

/** A lost answer, told from what the PSP has on its books. */
function outcomeOf(snapshot: Snapshot): AuthoriseOutcome {
  const { state, providerId, threeDs, savedCard } = snapshot;
  const known = { ...(providerId !== undefined && { providerId }), ...(threeDs && { threeDs }) };
  switch (state) {
    case "authorised":
    case "captured":
      if (providerId === undefined) return { is: "unknown", cause: "authorised without an id" };
      return { is: "authorised", ...known, providerId, ...(savedCard && { savedCard }) };
    case "refused":
      return {
        is: "refused",
        ...known,
        reason: snapshot.reason ?? "refused",
        canRetry: snapshot.canRetry ?? true,
      };
    case "unknown":
      return { is: "unknown", cause: "the provider could not tell" };
    case "missing":
    case "voided":
    case "expired":
    case "challenge":
    case "error":
      return { is: "error", ...known, reason: state };
  }
}
