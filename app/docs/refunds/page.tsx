import { DISPUTE_STATUSES, REFUND_STATUSES, type DisputeStatus, type RefundStatus } from "@/contract/states";
import { CodeBlock } from "@/components/docs/code-block";
import { Guide } from "@/components/docs/docs-page";
import { TableOfWords } from "@/components/docs/table-of-words";
import { P, Section } from "@/components/docs/words";

const REFUNDED: Readonly<Record<RefundStatus, string>> = {
  submitted: "Asked of the payment provider",
  success: "On its way to the payer’s card",
  error: "Refused. Its amount can be refunded again, or pay the payer in another way",
};

const DISPUTED: Readonly<Record<DisputeStatus, string>> = {
  needs_response: "The bank wants to hear your side, by `evidence_due_date`",
  under_review: "The bank has it under consideration",
  won: "The money stays yours",
  lost: "The money is gone, and a fee with it",
};

export default function Page() {
  return (
    <Guide path="/docs/refunds">
      <Section id="refund" heading="Giving money back">
        <P>
          A payment that has succeeded can be refunded, in full or in several parts. Its `refund_summary`
          tells how much is left.
        </P>
        <CodeBlock caption="JavaScript">{`const payment = await getPayment(paymentId);
const { status, amount_available } = payment.refund_summary;
if (status !== "available") throw new Error(\`Refund status: \${status}\`);

const answer = await fetch(payment._links.refunds.href, {
  method: "POST",
  headers,
  body: JSON.stringify({
    amount: 1500,
    refund_amount_available: amount_available,
  }),
});`}</CodeBlock>
        <P>
          `refund_amount_available` guards against refunding twice: if somebody else has refunded since you
          looked, the answer is 412 and nothing has happened. After a lost answer, look at the payment before
          you repeat: the refund may have been made.
        </P>
      </Section>
      <Section id="statuses" heading="Statuses of a refund">
        <TableOfWords
          caption="What each status means"
          head={["Status", "What it means"]}
          rows={REFUND_STATUSES.map((status) => ({
            key: status,
            cells: [`\`${status}\``, REFUNDED[status]],
          }))}
        />
        <P>
          202 says that the refund is accepted, not that it is done. [Get it](/docs/api/get-refund) later
          where it matters.
        </P>
      </Section>
      <Section id="disputes" heading="Disputes">
        <P>
          A payer may ask their bank to take a payment back. Such a payment cannot be refunded until the
          dispute is won. Have [a webhook](/docs/webhooks) tell you of disputes, or [search
          them](/docs/api/search-disputes) from time to time, so that none runs out unanswered.
        </P>
        <TableOfWords
          caption="What each status means of a dispute"
          head={["Status", "What it means"]}
          rows={DISPUTE_STATUSES.map((status) => ({
            key: status,
            cells: [`\`${status}\``, DISPUTED[status]],
          }))}
        />
      </Section>
    </Guide>
  );
}
