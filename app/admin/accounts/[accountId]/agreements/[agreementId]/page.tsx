import { formatListed, formatMoment } from "@/components/admin/format";
import { AGREEMENT_STATUS_NAMES } from "@/components/admin/status-names";
import { StatusTag } from "@/components/admin/status-tag";
import { figures, moments, Table } from "@/components/table";
import { SummaryList } from "@/components/summary-list";
import type { AgreementWithCard } from "@/domain/agreements/agreement";
import { findAgreement } from "@/domain/agreements/find-agreement";
import { listAgreementPayments } from "@/domain/agreements/list-agreement-payments";
import { totalAmount, type Payment } from "@/domain/payments/payment";
import { roleMay } from "@/domain/staff/permissions";
import { formatPounds } from "@/messages/format";
import { addressOf, type Params } from "../../../../routes";
import { staffPage } from "../../../../staff-page";
import { cardInWords } from "../card-in-words";

const SHOWN = 50;

export default staffPage("agreement", async ({ caller, params }) => {
  const found = await findAgreement(caller, params.agreementId ?? "");
  if (!found) return undefined;
  const { agreement } = found;
  const payments = await listAgreementPayments(agreement, SHOWN);
  const side = caller.account.live ? "live" : "test";
  const canCancel = agreement.status === "active" && roleMay(caller.role, "cancelAgreements", side);
  return {
    title: agreement.reference,
    caption: "Agreement",
    back: { href: addressOf("agreements", params), name: "Agreements" },
    children: (
      <>
        {canCancel && (
          <div className="govuk-button-group">
            <a className="govuk-button govuk-button--secondary" href={addressOf("cancelAgreement", params)}>
              Cancel the agreement
            </a>
          </div>
        )}
        <SummaryList rows={factsOf(found)} />
        {payments.length === 0 ? (
          <>
            <h2 className="govuk-heading-m">Payments</h2>
            <p className="govuk-body">
              There are none yet. The first is the one with which the payer saves a card.
            </p>
          </>
        ) : (
          <Table
            caption={
              payments.length === SHOWN ? `Its latest ${SHOWN} payments` : "Its payments, newest first"
            }
            head={["Reference", moments("Created"), "What for", "Status", figures("Amount")]}
            rows={payments.map((payment) => ({ key: payment.id, cells: cellsOf(payment, params) }))}
          />
        )}
      </>
    ),
  };
});

function factsOf({ agreement, instrument }: AgreementWithCard) {
  return [
    { key: "Status", value: AGREEMENT_STATUS_NAMES[agreement.status] },
    { key: "Description", value: agreement.description },
    { key: "Agreement ID", value: agreement.id },
    { key: "Created", value: formatMoment(agreement.createdAt) },
    ...(agreement.userIdentifier === null
      ? []
      : [{ key: "Payer’s identifier", value: agreement.userIdentifier }]),
    ...(agreement.cancelledAt ? [{ key: "Cancelled", value: formatMoment(agreement.cancelledAt) }] : []),
    { key: "Card", value: instrument ? cardInWords(instrument) : "None saved yet" },
    ...(instrument ? [{ key: "Name on the card", value: instrument.cardholderName }] : []),
  ];
}

function cellsOf(payment: Payment, params: Params) {
  return [
    <a
      key="link"
      className="govuk-link app-table__link"
      href={addressOf("payment", { ...params, paymentId: payment.id })}
    >
      {payment.reference}
    </a>,
    formatListed(payment.createdAt),
    payment.setUpAgreementId === null ? "By the saved card" : "Saved the card",
    <StatusTag key="status" {...payment} />,
    formatPounds(totalAmount(payment)),
  ];
}
