import { redirect } from "next/navigation";
import { formatListed } from "@/components/admin/format";
import { Table } from "@/components/table";
import { Button } from "@/components/button";
import { TextInput } from "@/components/text-input";
import { findAnything, type Finding } from "@/domain/staff/find-anything";
import { looksLikeCardNumber } from "../accounts/[accountId]/payments/payment-filters";
import { CARD_NUMBER_REFUSED } from "../card-number-refused";
import { addressOf } from "../routes";
import { staffPage } from "../staff-page";

const KINDS = {
  payment: "Payment",
  refund: "Refund",
  agreement: "Agreement",
  dispute: "Dispute",
  payout: "Payout",
} as const;

export default staffPage("find", async ({ caller, query, here }) => {
  const text = (query.q ?? "").trim().slice(0, 255);
  if (looksLikeCardNumber(text)) redirect(`${here}?refused=card-number`);
  const problems = query.refused === "card-number" ? [{ field: "q", text: CARD_NUMBER_REFUSED }] : [];
  const found = isFindable(text) ? await findAnything(caller, text) : [];
  const [only, ...others] = found;
  if (only && others.length === 0) redirect(placeOf(only));
  return {
    title: "Find anything",
    problems,
    children: (
      <>
        <search>
          <form method="get" action={here} className="app-filters" aria-label="Anything">
            <TextInput
              id="q"
              name="q"
              defaultValue={text}
              autoComplete="off"
              spellCheck={false}
              text={{
                label: "ID or reference",
                hint: "Of a payment, refund, agreement, dispute or payout: yours, or your payment provider’s. All of it.",
              }}
              error={undefined}
            />
            <div className="govuk-button-group">
              <Button>Find</Button>
            </div>
          </form>
        </search>
        {text !== "" && found.length === 0 && (
          <p className="govuk-body">
            Nothing of yours is called that. Look for a part of a name or an email address in an account’s
            payments.
          </p>
        )}
        {found.length > 0 && (
          <Table
            caption={`${found.length} found, latest first`}
            head={["What", "Name", "Created", "Service"]}
            rows={found.map((each) => ({
              key: `${each.is}-${each.id}`,
              cells: [
                KINDS[each.is],
                <a key="link" className="govuk-link app-table__link" href={placeOf(each)}>
                  {each.name}
                </a>,
                formatListed(each.at),
                <>
                  {each.service}{" "}
                  <span className={`app-tag app-tag--${each.live ? "live" : "test"}`}>
                    {each.live ? "Live" : "Test"}
                  </span>
                </>,
              ],
            }))}
          />
        )}
      </>
    ),
  };
});

/** Postgres stores no text with a nought in it, so none can be asked for. */
function isFindable(text: string): boolean {
  return text !== "" && !text.includes("\0");
}

function placeOf({ is, id, accountId, paymentId }: Finding): string {
  switch (is) {
    case "payment":
      return addressOf("payment", { accountId, paymentId: id });
    case "refund":
      return addressOf("payment", { accountId, paymentId: paymentId ?? "" });
    case "agreement":
      return addressOf("agreement", { accountId, agreementId: id });
    case "dispute":
      return addressOf("dispute", { accountId, disputeId: id });
    case "payout":
      return addressOf("payout", { accountId, payoutId: id });
  }
}
