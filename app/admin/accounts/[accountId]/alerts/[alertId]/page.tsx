import { alertInWords } from "@/components/admin/alert-words";
import { formatMoment } from "@/components/admin/format";
import { ReasonInput } from "@/components/admin/reason-input";
import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { SummaryList } from "@/components/summary-list";
import { findAlert, findNoteOf, type Alert } from "@/domain/alerts/open-alerts";
import { roleMay } from "@/domain/staff/permissions";
import { formatPounds } from "@/messages/format";
import { addressOf, type Params } from "../../../../routes";
import { staffPage } from "../../../../staff-page";

export default staffPage("alert", async ({ caller, params, csrf, flash, here }) => {
  const alert = await findAlert(caller, params.alertId ?? "");
  if (!alert) return undefined;
  const { settledAt, settledBy } = alert;
  const note = settledAt ? await findNoteOf(alert) : undefined;
  const maySettle = roleMay(caller.role, "settleAlerts", caller.account.live ? "live" : "test");
  return {
    title: alertInWords(alert.kind),
    caption: "Alert",
    back: { href: addressOf("overview", params), name: "Overview" },
    children: (
      <>
        <SummaryList
          rows={[
            ...factsOf(alert, params),
            ...(settledAt
              ? [{ key: "Settled", value: `${formatMoment(settledAt)} by ${settledBy ?? "nobody known"}` }]
              : []),
            ...(note === undefined ? [] : [{ key: "Their note", value: note }]),
          ]}
        />
        {!settledAt && maySettle && (
          <StaffForm action={here} csrf={csrf} button="Settle the alert">
            <p className="govuk-body">
              Say what was done about it, and it is open no longer. Should the same happen again, it is.
            </p>
            <ReasonInput value={flash.values?.reason} error={errorOf(flash.problems, "reason")} />
          </StaffForm>
        )}
        {!settledAt && !maySettle && (
          <p className="govuk-body">Your role may look at alerts but not settle them.</p>
        )}
      </>
    ),
  };
});

function factsOf({ paymentId, raisedAt, lastRaisedAt, times, details }: Alert, params: Params) {
  return [
    { key: "First raised", value: formatMoment(raisedAt) },
    ...(times > 1
      ? [{ key: "Last raised", value: `${formatMoment(lastRaisedAt)}, ${times} times in all` }]
      : []),
    ...(paymentId === null
      ? []
      : [
          {
            key: "Payment",
            value: (
              <a className="govuk-link" href={addressOf("payment", { ...params, paymentId })}>
                {paymentId}
              </a>
            ),
          },
        ]),
    ...Object.entries(details).map(([name, value]) => ({
      key: DETAILS[name] ?? name,
      value:
        MONEY.has(name) && typeof value === "number"
          ? formatPounds(value)
          : typeof value === "string"
            ? value
            : JSON.stringify(value),
    })),
  ];
}

/** What alerts say beside their kind, as people read it. */
const DETAILS: Readonly<Record<string, string>> = {
  amount: "Amount",
  sum: "Its parts add up to",
  reason: "Reason",
  operation: "What it was asked",
  key: "Our key of what it was asked",
  askedAt: "First asked",
  cause: "What came instead of an answer",
  ours: "How the payment stands here",
  theirs: "How it stands at the provider",
  refund: "Refund",
  providerId: "Provider’s ID",
  askedAgainAt: "Asked again",
  by: "Noticed by",
  address: "Address on the internet",
  firstDigits: "First 6 digits of the cards",
};

const MONEY: ReadonlySet<string> = new Set(["amount", "sum"]);
