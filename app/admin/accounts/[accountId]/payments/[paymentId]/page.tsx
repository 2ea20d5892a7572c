import type { ReactNode } from "react";
import { formatMoment } from "@/components/admin/format";
import { StatusTag } from "@/components/admin/status-tag";
import { StaffTable } from "@/components/admin/table";
import { Timeline } from "@/components/admin/timeline";
import { SummaryList } from "@/components/summary-list";
import { CARD_BRAND_NAMES } from "@/contract/card";
import type { StaffCaller } from "@/domain/caller";
import { roleMay, type ServicePermission } from "@/domain/staff/permissions";
import { findPayment } from "@/domain/payments/find-payment";
import { listTimeline } from "@/domain/payments/list-timeline";
import { refundable, refundStatusOf, totalAmount, type Payment } from "@/domain/payments/payment";
import { listRefunds } from "@/domain/refunds/find-refund";
import { formatPounds } from "@/messages/format";
import { addressOf, type Params, type RouteName } from "../../../../routes";
import { staffPage } from "../../../../staff-page";

export default staffPage("payment", async ({ caller, params, now }) => {
  const payment = await findPayment(caller, params.paymentId ?? "", now);
  if (!payment) return undefined;
  const [refunds, timeline] = await Promise.all([listRefunds(payment), listTimeline(payment)]);
  return {
    title: payment.reference,
    caption: "Payment",
    back: { href: addressOf("payments", params), name: "Payments" },
    children: (
      <>
        <p className="govuk-body-l">
          {formatPounds(totalAmount(payment))} <StatusTag {...payment} />
        </p>
        <Acts payment={payment} caller={caller} params={params} />
        <h2 className="govuk-heading-m">Details</h2>
        <SummaryList rows={factsOf(payment)} />
        {refunds.length > 0 && (
          <StaffTable
            caption="Refunds"
            head={["Refund", "Asked for", "Amount", "Status", "Settled"]}
            rows={refunds.map(({ id, createdAt, amount, status, settledOn }) => ({
              key: id,
              cells: [
                id,
                formatMoment(createdAt),
                formatPounds(amount),
                REFUND_STATUSES[status],
                settledOn ?? "–",
              ],
            }))}
          />
        )}
        <h2 className="govuk-heading-m">What happened</h2>
        <Timeline entries={timeline} />
      </>
    ),
  };
});

const REFUND_STATUSES = {
  submitted: "Asked for",
  success: "Sent back to the payer",
  error: "Failed",
} as const;

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

/** What there is to know, without what is empty. */
function factsOf(payment: Payment): { key: string; value: ReactNode }[] {
  const { billingAddress: address, metadata } = payment;
  const rows: [key: string, value: ReactNode][] = [
    ["Reference", payment.reference],
    ["Description", payment.description],
    ["Payment ID", payment.id],
    ["Created", formatMoment(payment.createdAt)],
    ["Amount", formatPounds(payment.amount)],
    ["Corporate card surcharge", payment.surcharge === null ? null : formatPounds(payment.surcharge)],
    ["Refunded", payment.refunded > 0 ? formatPounds(payment.refunded) : null],
    [
      "Can still be refunded",
      refundStatusOf(payment) === "available" ? formatPounds(refundable(payment)) : null,
    ],
    ["Provider’s fee", payment.fee === null ? null : formatPounds(payment.fee)],
    ["How it was taken", MODES[payment.authorisationMode]],
    ["Telephone order", payment.moto ? "Yes" : null],
    ["Delayed capture", payment.delayedCapture ? "Yes" : null],
    ["Language", payment.language === "cy" ? "Welsh" : "English"],
    ["Card brand", payment.cardBrand === null ? null : CARD_BRAND_NAMES[payment.cardBrand]],
    ["Card type", payment.cardType],
    [
      "Card number",
      payment.lastDigits === null ? null : `${payment.firstDigits ?? ""} •••••• ${payment.lastDigits}`,
    ],
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
    ["Payment provider", payment.paymentProvider],
    ["Provider’s ID", payment.providerId],
    ["Agreement", payment.agreementId ?? payment.setUpAgreementId],
    ["Captured on", payment.capturedOn],
    ["Settled on", payment.settledOn],
    ["Lapses", payment.expiresAt && formatMoment(payment.expiresAt)],
    ["Address to return to", payment.returnUrl],
    ...Object.entries(metadata ?? {}).map(([key, value]): [string, ReactNode] => [
      `Metadata: ${key}`,
      String(value),
    ]),
  ];
  return rows.flatMap(([key, value]) => (value === null || value === undefined ? [] : [{ key, value }]));
}

const MODES = {
  web: "On the payment page",
  moto_api: "By the service, card details sent to the API",
  agreement: "By the service, with a saved card",
} as const;
