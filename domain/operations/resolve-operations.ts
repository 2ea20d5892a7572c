import { and, eq, inArray, lte } from "drizzle-orm";
import { database } from "@/db/client";
import { pspOperations } from "@/db/schema";
import type { AuthoriseOutcome, Snapshot } from "@/psp/port";
import { findAccountOf } from "../accounts/find-account";
import { log } from "../log";
import { momentOfClaim } from "../moment-of-claim";
import { findPaymentById } from "../payments/start-payment";
import { recordAuthorisation } from "../payments/record-authorisation";
import { askForSavedCard } from "../payments/take-due-payments";
import { providerOf } from "../providers/provider-of";
import { leaseFrom, type PspOperation } from "./operation";

/** Captures and voids are not here: they are due rows of their payments and are asked for again by key. */
export const AUTHORISATIONS = ["authorise", "complete3ds", "authoriseSavedCard"] as const;

/**
 * Finds out what became of authorisations whose answer was lost with the process that asked, and records it as
 * if the answer had come. A card that was typed in is gone, so the PSP is asked what it did; a saved one
 * that was not taken is asked for again under the same key.
 *
 * @returns how many were asked about.
 */
export async function resolveOperations(now: Date, limit = 50): Promise<number> {
  const claimed = await database().transaction(async (transaction) => {
    const open = await transaction
      .select()
      .from(pspOperations)
      .where(and(lte(pspOperations.leaseUntil, now), inArray(pspOperations.kind, [...AUTHORISATIONS])))
      .orderBy(pspOperations.leaseUntil)
      .limit(limit)
      .for("update", { skipLocked: true });
    for (const { serviceId, key } of open) {
      await transaction
        .update(pspOperations)
        .set({ leaseUntil: leaseFrom(momentOfClaim(now)) })
        .where(and(eq(pspOperations.serviceId, serviceId), eq(pspOperations.key, key)));
    }
    return open;
  });
  for (const operation of claimed) {
    // One that cannot be resolved must not keep the others waiting; it stays open and is due again.
    await resolveOperation(operation).catch((error: unknown) =>
      log.error({ err: error, operation: operation.key }, "an operation could not be resolved"),
    );
  }
  return claimed.length;
}

/** A saved card is asked for again only where nothing was taken: the same key then has the reason, or a first try. */
const NOT_TAKEN = new Set<Snapshot["state"]>(["missing", "refused"]);

/** Asks the PSP what became of one operation, and records that as if the answer had come. */
export async function resolveOperation(operation: PspOperation): Promise<void> {
  const account = await findAccountOf(operation);
  const payment = await findPaymentById(operation.paymentId);
  if (!payment) throw new Error(`Payment ${operation.paymentId} has gone`);
  const { provider, context } = await providerOf(payment, account, operation.key, new Date());
  const snapshot = await provider.query(context, {
    paymentId: payment.id,
    providerId: payment.providerId,
  });
  const outcome =
    operation.kind === "authoriseSavedCard" && NOT_TAKEN.has(snapshot.state)
      ? await askForSavedCard(operation, account)
      : outcomeOf(snapshot);
  await recordAuthorisation(operation, outcome, new Date());
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
