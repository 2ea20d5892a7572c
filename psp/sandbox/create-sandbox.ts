import { setTimeout as pause } from "node:timers/promises";
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { sandboxPayments } from "@/db/tables/sandbox";
import type { Acknowledgement, Psp, PspContext, SavedCard, Snapshot } from "../port";
import { authorise, authoriseSavedCard, complete3ds } from "./authorise";
import { behaviour, behaviourOf } from "./cards";
import { inLedger, record } from "./ledger";
import { capture, refund, voidAuthorisation } from "./move-money";

/**
 * A provider to try everything with: cards decide what happens (contract/test-cards.ts), no money moves. It
 * is written as a company outside: it knows a payment only by what was sent, and remembers in its own tables.
 *
 * @param slowAnswerMilliseconds how long the slow card's answer takes; its money is held at once.
 */
export function createSandbox(database: Database, { slowAnswerMilliseconds = 20_000 } = {}): Psp {
  return {
    name: "sandbox",
    capabilities: {
      minimumPence: 1,
      maximumPence: 10_000_000,
      reportsFees: false,
      reportsSettlement: false,
      refundBeforeCapture: "cancel",
      supportsDisputes: true,
      supports3ds: true,
      supportsRecurring: true,
      queryableAfterMilliseconds: 0,
      refundIdempotent: true,
    },
    async authorise(context, command) {
      const outcome = await authorise(database, context, command);
      // After the books are closed: who stops waiting can ask, and finds the payment authorised.
      if (behaviour(behaviourOf(command.card.number.reveal())).slow) await pause(slowAnswerMilliseconds);
      return outcome;
    },
    complete3ds: (context, providerId) => complete3ds(database, context, providerId),
    authoriseSavedCard: (context, command) => authoriseSavedCard(database, context, command),
    capture: (context, providerId, pence) => capture(database, context, providerId, pence),
    void: (context, providerId) => voidAuthorisation(database, context, providerId),
    refund: (context, providerId, refundId, pence) => refund(database, context, providerId, refundId, pence),
    query: (context, paymentId) => query(database, context, paymentId),
    deleteSavedCard: (context, token) => deleteSavedCard(database, context, token),
  };
}

async function query(database: Database, context: PspContext, paymentId: string): Promise<Snapshot> {
  const payment = await inLedger(database, async (tx) => {
    const { paymentId: column, accountId } = sandboxPayments;
    const [row] = await tx
      .select()
      .from(sandboxPayments)
      .where(and(eq(column, paymentId), eq(accountId, context.accountId)));
    return row;
  });
  if (!payment) return { state: "missing" };
  if ("is" in payment) return { state: "unknown" };

  const {
    state,
    providerId,
    capturedOn,
    refundedPence,
    savedCardToken,
    savedCardDeletedAt,
    threeDsRequired,
  } = payment;
  const saved =
    savedCardToken !== null &&
    savedCardDeletedAt === null &&
    (state === "authorised" || state === "captured");
  return {
    state,
    providerId,
    ...(capturedOn === null ? {} : { capturedOn, refundedPence }),
    ...(saved ? { savedCard: { token: savedCardToken } } : {}),
    ...(threeDsRequired === null || state === "challenge" ? {} : { threeDs: { required: threeDsRequired } }),
  };
}

/** Gone already, or never there, is as good as deleted. */
async function deleteSavedCard(
  database: Database,
  context: PspContext,
  { token }: SavedCard,
): Promise<Acknowledgement> {
  const outcome: Acknowledgement = { is: "done" };
  if (token === undefined) return outcome;
  const { savedCardToken, accountId, savedCardDeletedAt } = sandboxPayments;
  return inLedger(database, async (tx) => {
    const [payment] = await tx
      .update(sandboxPayments)
      .set({ savedCardDeletedAt: context.now })
      .where(and(eq(savedCardToken, token), eq(accountId, context.accountId), isNull(savedCardDeletedAt)))
      .returning({ paymentId: sandboxPayments.paymentId });
    if (payment)
      await record(tx, context, { kind: "deleteSavedCard", paymentId: payment.paymentId, outcome });
    return outcome;
  });
}
