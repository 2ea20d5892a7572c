import { Fragment, type ReactNode } from "react";
import { formatDate, formatListed, formatMoment } from "@/components/admin/format";
import { PROVIDER_NAMES, REFUND_STATUS_NAMES } from "@/components/admin/status-names";
import { StatusTag } from "@/components/admin/status-tag";
import { Tag } from "@/components/admin/tag";
import { figures, moments, Table } from "@/components/table";
import { Timeline } from "@/components/admin/timeline";
import { SummaryList, type SummaryRow } from "@/components/summary-list";
import { CARD_BRAND_NAMES } from "@/contract/card";
import type { StaffCaller } from "@/domain/caller";
import { roleMay, type ServicePermission } from "@/domain/staff/permissions";
import { findPayment } from "@/domain/payments/find-payment";
import { listTimeline } from "@/domain/payments/list-timeline";
import { refundable, refundStatusOf, totalAmount, type Payment } from "@/domain/payments/payment";
import { listLostRefunds } from "@/domain/refunds/find-lost-refunds";
import { listRefunds } from "@/domain/refunds/find-refund";
import { formatPounds } from "@/messages/format";
import { addressOf, type Params, type RouteName } from "../../../../routes";
import { staffPage } from "../../../../staff-page";

export default staffPage("payment", async ({ caller, params, now }) => {
  const payment = await findPayment(caller, params.paymentId ?? "", now);
  if (!payment) return undefined;
  const [refunds, lost, timeline] = await Promise.all([
    listRefunds(payment),
    listLostRefunds(payment),
    listTimeline(payment),
  ]);
  const mayDecide = roleMay(caller.role, "refundPayments", caller.account.live ? "live" : "test");
  const isLost = (refundId: string) => lost.some(({ refund }) => refund.id === refundId);
  return {
    title: payment.reference,
    caption: "Payment",
    back: { href: addressOf("payments", params), name: "Payments" },
    children: (
      <>
        <p className="app-sum">
          <span className="app-sum__amount">{formatPounds(totalAmount(payment))}</span>{" "}
          <StatusTag {...payment} />
        </p>
        <Acts payment={payment} caller={caller} params={params} />
        <div className="app-beside">
          <div>
            {factsOf(payment, params).map(([heading, rows]) => (
              <section key={heading}>
                <h2 className="govuk-heading-m">{heading}</h2>
                <SummaryList rows={rows} />
              </section>
            ))}
          </div>
          <div>
            {refunds.length > 0 && (
              <Table
                caption="Refunds"
                head={["Refund", moments("Asked for"), figures("Amount"), "Status"]}
                rows={refunds.map(({ id, createdAt, amount, status, settledOn }) => ({
                  key: id,
                  cells: [
                    id,
                    formatListed(createdAt),
                    formatPounds(amount),
                    <Fragment key="status">
                      <Tag status={status}>{REFUND_STATUS_NAMES[status]}</Tag>
                      {settledOn !== null && ` settled on ${formatDate(settledOn)}`}
                      {isLost(id) && " The provider does not say what became of it. "}
                      {isLost(id) && mayDecide && (
                        <a
                          className="govuk-link"
                          href={addressOf("decideRefund", { ...params, refundId: id })}
                        >
                          Decide
                        </a>
                      )}
                    </Fragment>,
                  ],
                }))}
              />
            )}
            <h2 className="govuk-heading-m">What happened</h2>
            <Timeline entries={timeline} />
          </div>
        </div>
      </>
    ),
  };
});

/** What can be done with it now, by this person. */
function Acts({ payment, caller, params }: { payment: Payment; caller: StaffCaller; params: Params }) {
  const { status, authorisationMode } = payment;
  const isOpen = ["created", "started", "submitted", "capturable"].includes(status);
  const acts = [
    {
      route: "refundPayment",
      may: "refundPayments",
      name: "Refund",
      fits: refundStatusOf(payment) === "available",
    },
    {
      route: "capturePayment",
      may: "capturePayments",
      name: "Take the money",
      fits: status === "capturable",
    },
    {
      route: "cancelPayment",
      may: "cancelPayments",
      name: "Cancel the payment",
      fits: isOpen && authorisationMode !== "agreement",
    },
  ] as const satisfies { route: RouteName; may: ServicePermission; name: string; fits: boolean }[];
  const side = caller.account.live ? "live" : "test";
  const open = acts.filter(({ may, fits }) => fits && roleMay(caller.role, may, side));
  if (open.length === 0) return null;
  return (
    <div className="govuk-button-group">
      {open.map(({ route, name }) => (
        <a key={route} className="govuk-button govuk-button--secondary" href={addressOf(route, params)}>
          {name}
        </a>
      ))}
    </div>
  );
}

type Fact = readonly [key: string, value: ReactNode];

/** What there is to know, by what it is about, without what is empty. */
function factsOf(payment: Payment, params: Params): [heading: string, rows: SummaryRow[]][] {
  const groups: [heading: string, facts: readonly Fact[]][] = [
    ["Payment", aboutPayment(payment)],
    ["Money", aboutMoney(payment, params)],
    ["Card and payer", aboutPayer(payment, params)],
    ["Metadata", Object.entries(payment.metadata ?? {}).map(([key, value]) => [key, String(value)])],
  ];
  return groups.flatMap(([heading, facts]) => {
    const rows = facts.flatMap(([key, value]) =>
      value === null || value === undefined ? [] : [{ key, value }],
    );
    return rows.length > 0 ? [[heading, rows]] : [];
  });
}

function aboutPayment(payment: Payment): Fact[] {
  return [
    ["Reference", payment.reference],
    ["Description", payment.description],
    ["Created", formatMoment(payment.createdAt)],
    ["Lapses", payment.expiresAt && formatMoment(payment.expiresAt)],
    ["How it was taken", MODES[payment.authorisationMode]],
    ["Telephone order", payment.moto ? "Yes" : null],
    ["Language", payment.language === "cy" ? "Welsh" : "English"],
    ["Payment ID", payment.id],
    ["Address to return to", payment.returnUrl],
  ];
}

function aboutMoney(payment: Payment, params: Params): Fact[] {
  const { payoutId } = payment;
  const pounds = (pence: number | null) => (pence === null ? null : formatPounds(pence));
  const day = (date: string | null) => (date === null ? null : formatDate(date));
  return [
    ["Amount", pounds(payment.amount)],
    ["Corporate card surcharge", pounds(payment.surcharge)],
    ["Refunded", payment.refunded > 0 ? pounds(payment.refunded) : null],
    ["Can still be refunded", refundStatusOf(payment) === "available" ? pounds(refundable(payment)) : null],
    ["Provider’s fee", pounds(payment.fee)],
    ["Delayed capture", payment.delayedCapture ? "Yes" : null],
    ["Captured on", day(payment.capturedOn)],
    ["Settled on", day(payment.settledOn)],
    [
      "Payout",
      payoutId && (
        <a className="govuk-link" href={addressOf("payout", { ...params, payoutId })}>
          {payoutId}
        </a>
      ),
    ],
    ["Payment provider", PROVIDER_NAMES[payment.paymentProvider]],
    ["Provider’s ID", payment.providerId],
  ];
}

function aboutPayer(payment: Payment, params: Params): Fact[] {
  const { billingAddress: address, firstDigits, lastDigits } = payment;
  const agreementId = payment.agreementId ?? payment.setUpAgreementId;
  return [
    ["Card brand", payment.cardBrand === null ? null : CARD_BRAND_NAMES[payment.cardBrand]],
    ["Card type", payment.cardType],
    ["Card number", lastDigits === null ? null : `${firstDigits ?? ""} •••••• ${lastDigits}`],
    ["Card expiry", payment.cardExpiry],
    ["Name on the card", payment.cardholderName],
    [
      "Billing address",
      address &&
        [address.line1, address.line2, address.city, address.postcode, address.country]
          .filter(Boolean)
          .join(", "),
    ],
    ["Email address", payment.payerEmail ?? payment.email],
    ["3D Secure asked for", payment.threeDsRequired === null ? null : payment.threeDsRequired ? "Yes" : "No"],
    [
      "Agreement",
      agreementId && (
        <a className="govuk-link" href={addressOf("agreement", { ...params, agreementId })}>
          {agreementId}
        </a>
      ),
    ],
  ];
}

const MODES = {
  web: "On the payment page",
  moto_api: "By the service, card details sent to the API",
  agreement: "By the service, with a saved card",
} as const;
