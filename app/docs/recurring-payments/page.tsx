import { AGREEMENT_STATUSES, type AgreementStatus } from "@/contract/states";
import { CodeBlock } from "@/components/docs/code-block";
import { Guide } from "@/components/docs/docs-page";
import { TableOfWords } from "@/components/docs/table-of-words";
import { P, Section } from "@/components/docs/words";

const STATUSES: Readonly<Record<AgreementStatus, string>> = {
  created: "No card has been saved yet",
  active: "Payments can be taken",
  cancelled: "You have ended it; the card is deleted",
  inactive: "The bank will not take the card again: ask the payer for another",
};

export default function Page() {
  return (
    <Guide path="/docs/recurring-payments">
      <P>
        A payer agrees once that you may charge their card again, for rent by instalments, say. The card is
        kept by the payment provider; you and we keep what may be shown of it.
      </P>
      <Section id="set-up" heading="1. Set it up">
        <P>
          [Create an agreement](/docs/api/create-agreement). Its description is shown to the payer, so say
          what will be paid for and how often. Then create the first payment with the agreement’s id in
          `set_up_agreement`, and send the payer to it as ever. Once they confirm, the agreement is `active`.
        </P>
        <CodeBlock caption="Body of the first payment">{`{
  "amount": 4500,
  "reference": "ALLOT-2041",
  "description": "Allotment rent, first quarter",
  "return_url": "https://service.example.org/paid",
  "set_up_agreement": "01jd5z9k3t7m1f6b8q2c4g0rsw"
}`}</CodeBlock>
      </Section>
      <Section id="take" heading="2. Take a payment">
        <P>
          Create a payment in mode `agreement`, without `return_url`. The answer is 201 and the status
          `created`: the card is charged at once, in the background. Get the payment a moment later, and again
          until it is finished. Send an `Idempotency-Key` that names the instalment, and a repeat can never
          charge twice.
        </P>
        <CodeBlock caption="Body of a later payment">{`{
  "amount": 4500,
  "reference": "ALLOT-2041",
  "description": "Allotment rent, second quarter",
  "authorisation_mode": "agreement",
  "agreement_id": "01jd5z9k3t7m1f6b8q2c4g0rsw"
}`}</CodeBlock>
      </Section>
      <Section id="declined" heading="3. When it is declined">
        <P>
          `state.can_retry` tells what to do. `true`: another day may be better, for lack of money as an
          example. Create a new payment then, not more often than the card schemes allow. `false`: the card
          will not be taken again. The agreement is `inactive`: ask the payer to come back, with a new payment
          that has `set_up_agreement`.
        </P>
      </Section>
      <Section id="statuses" heading="Statuses of an agreement">
        <TableOfWords
          caption="What each status means"
          head={["Status", "What it means"]}
          rows={AGREEMENT_STATUSES.map((status) => ({
            key: status,
            cells: [`\`${status}\``, STATUSES[status]],
          }))}
        />
        <P>
          [Cancel the agreement](/docs/api/cancel-agreement) when the payer asks for it or all is paid. To
          replace a card, set the agreement up again: the new card takes the old one’s place once the payer
          confirms.
        </P>
      </Section>
    </Guide>
  );
}
