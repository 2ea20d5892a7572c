import { formatDate, formatMoment } from "@/components/admin/format";
import { DISPUTE_STATUS_NAMES } from "@/components/admin/status-names";
import { SummaryList } from "@/components/summary-list";
import { findDispute } from "@/domain/disputes/find-dispute";
import { findPayment } from "@/domain/payments/find-payment";
import { formatPounds } from "@/messages/format";
import { addressOf } from "../../../../routes";
import { staffPage } from "../../../../staff-page";
import { reasonInWords } from "../reason-in-words";

export default staffPage("dispute", async ({ caller, params, now }) => {
  const dispute = await findDispute(caller, params.disputeId ?? "");
  if (!dispute) return undefined;
  const payment = await findPayment(caller, dispute.paymentId, now);
  const { status, evidenceDueAt, fee, netAmount } = dispute;
  const facts = [
    { key: "Status", value: DISPUTE_STATUS_NAMES[status] },
    {
      key: "Payment",
      value: (
        <a className="govuk-link" href={addressOf("payment", { ...params, paymentId: dispute.paymentId })}>
          {payment?.reference ?? dispute.paymentId}
        </a>
      ),
    },
    { key: "Amount", value: formatPounds(dispute.amount) },
    { key: "Reason", value: reasonInWords(dispute.reason) },
    { key: "Opened", value: formatMoment(dispute.createdAt) },
    ...(evidenceDueAt ? [{ key: "Evidence due by", value: formatMoment(evidenceDueAt) }] : []),
    ...(fee === null ? [] : [{ key: "Provider’s fee", value: formatPounds(fee) }]),
    ...(netAmount === null ? [] : [{ key: "Taken from you in all", value: formatPounds(-netAmount) }]),
    ...(dispute.settledOn === null ? [] : [{ key: "Settled on", value: formatDate(dispute.settledOn) }]),
    { key: "Dispute ID", value: dispute.id },
    ...(dispute.providerId === null ? [] : [{ key: "Provider’s ID", value: dispute.providerId }]),
  ];
  return {
    title: `Dispute of ${formatPounds(dispute.amount)}`,
    caption: payment?.reference ?? "Dispute",
    back: { href: addressOf("disputes", params), name: "Disputes" },
    children: (
      <>
        {status === "needs_response" && (
          <p className="govuk-body">
            {evidenceDueAt
              ? `Send your evidence in your payment provider’s own dashboard by ${formatMoment(evidenceDueAt)}. Without it the payer’s bank decides for the payer.`
              : "Send your evidence in your payment provider’s own dashboard. Without it the payer’s bank decides for the payer."}
          </p>
        )}
        {status === "under_review" && (
          <p className="govuk-body">The payer’s bank is deciding. There is nothing more to do.</p>
        )}
        <SummaryList rows={facts} />
      </>
    ),
  };
});
