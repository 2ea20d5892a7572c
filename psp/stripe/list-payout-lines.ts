import type { Stripe } from "stripe";
import type { PayoutLine, PspContext } from "../port";
import { ask } from "./ask";
import { openAccount } from "./open-account";
import { idOf } from "./read-intent";
import { REASONS } from "./transfers";

/**
 * What a payout is made of, once Stripe has put that together: its parts add up to it. Under a platform payments arrive
 * as transfers, and what is fetched back leaves as one.
 */
export async function listPayoutLines(
  context: PspContext,
  payoutProviderId: string,
): Promise<PayoutLine[] | undefined> {
  const account = openAccount(context);
  if ("unusable" in account) return undefined;
  const { stripe, connected } = account;
  const options = connected === null ? {} : { stripeAccount: connected };
  const payout = await ask(() => stripe.payouts.retrieve(payoutProviderId, {}, options));
  if ("failure" in payout || payout.value.reconciliation_status !== "completed") return undefined;
  const lines = await ask(async () => {
    const params = {
      payout: payoutProviderId,
      limit: 100,
      expand: ["data.source", "data.source.source_transfer"],
    };
    const read: PayoutLine[] = [];
    for await (const entry of stripe.balanceTransactions.list(params, options)) {
      // The payout itself is among them, as the way out.
      if (entry.type !== "payout") read.push(lineOf(entry));
    }
    return read;
  });
  return "value" in lines ? lines.value : undefined;
}

function lineOf(entry: Stripe.BalanceTransaction): PayoutLine {
  const { id: providerId, amount: gross, fee, net, description } = entry;
  return {
    providerId,
    ...aboutOf(entry),
    gross,
    fee,
    net,
    ...(description !== null && { description }),
  };
}

type About = Pick<PayoutLine, "kind" | "paymentId" | "refundId" | "disputeProviderId" | "payoutProviderId">;

function aboutOf({ type, reporting_category: category, source }: Stripe.BalanceTransaction): About {
  const object = typeof source === "object" ? source : null;
  if (type === "payout_failure" || type === "payout_cancel") return returned(idOf(source));
  switch (object?.object) {
    case "charge": {
      const transfer = object.source_transfer;
      const metadata =
        typeof transfer === "object" && transfer !== null ? transfer.metadata : object.metadata;
      if (metadata["reason"] === REASONS.refundReversal)
        return { kind: "refundReversal", ...idsIn(metadata) };
      return { kind: metadata["payment_id"] === undefined ? "other" : "payment", ...idsIn(metadata) };
    }
    case "refund":
      return {
        kind: type === "refund_failure" ? "refundReversal" : "refund",
        ...idsIn(object.metadata ?? {}),
      };
    case "dispute":
      return {
        kind: category === "dispute_reversal" ? "disputeReversal" : "dispute",
        disputeProviderId: object.id,
      };
    case "transfer":
      return fetchedBack(object);
    default:
      // Charges of Stripe's own, and whatever else moves a balance. A dispute that is not told whole has its id.
      return category === "dispute"
        ? { kind: "dispute", disputeProviderId: idOf(source) ?? "" }
        : { kind: "other" };
  }
}

/** Money that the bank did not take, or that was not sent after all. */
function returned(payoutProviderId: string | undefined): About {
  return payoutProviderId === undefined ? { kind: "other" } : { kind: "payoutReturn", payoutProviderId };
}

function fetchedBack({ metadata }: Stripe.Transfer): About {
  const disputeProviderId = metadata["dispute_id"];
  switch (metadata["reason"]) {
    case REASONS.refund:
      return { kind: "refund", ...idsIn(metadata) };
    case REASONS.lostDispute:
      return {
        kind: "dispute",
        ...idsIn(metadata),
        ...(disputeProviderId !== undefined && { disputeProviderId }),
      };
    case REASONS.failedPaymentFee:
      return { kind: "failedPaymentFee", ...idsIn(metadata) };
    default:
      return { kind: "other" };
  }
}

function idsIn(metadata: Stripe.Metadata): Pick<About, "paymentId" | "refundId"> {
  const paymentId = metadata["payment_id"];
  const refundId = metadata["refund_id"];
  return { ...(paymentId !== undefined && { paymentId }), ...(refundId !== undefined && { refundId }) };
}
