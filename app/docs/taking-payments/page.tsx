import { LIMITS } from "@/contract/limits";
import { STATE_MESSAGES, type PaymentStatus, type StateCode } from "@/contract/states";
import { CodeBlock } from "@/components/docs/code-block";
import { Guide } from "@/components/docs/docs-page";
import { StateFigure } from "@/components/docs/state-figure";
import { TableOfWords } from "@/components/docs/table-of-words";
import { List, P, Section } from "@/components/docs/words";

const STATUSES: Readonly<Record<PaymentStatus, string>> = {
  created: "The payer has not come to us yet",
  started: "The payer is entering a card",
  submitted: "The bank has agreed; the payer has yet to confirm",
  capturable: "Confirmed by the payer; the money is reserved until you capture it",
  success: "Paid. The money is on its way to you",
  failed: "Not paid: declined, given up by the payer, or out of time",
  cancelled: "Not paid: you have cancelled it",
  error: "Not paid: the payment provider had a fault",
};

const CODES: Readonly<Record<StateCode, string>> = {
  P0010: "Ask the payer to try another card: create a new payment",
  P0020: "Create a new payment if they still want to pay",
  P0030: "The payer chose to; offer the way back into your service",
  P0040: "Your own doing",
  P0050: "Try again later. If it stays so, tell those who run this service",
};

export default function Page() {
  return (
    <Guide path="/docs/taking-payments">
      <Section id="journey" heading="The journey">
        <List
          ordered
          items={[
            "Your service [creates the payment](/docs/api/create-payment) and keeps its `payment_id` with the order",
            "It sends the payer to `_links.next_url.href`, with a redirect",
            "The payer enters their card on our pages; their bank may ask them for proof",
            "The payer checks the details and confirms",
            "We send them to your `return_url`",
            "Your service [gets the payment](/docs/api/get-payment) and shows what has come of it",
          ]}
        />
        <P>{`The payer has ${LIMITS.paymentLifetimeMinutes} minutes from creation. Our pages speak English and Welsh: say \`"language": "cy"\` for Welsh. They work without scripts, so please do not put them into a frame: that is refused.`}</P>
      </Section>
      <Section id="next-url" heading="Sending the payer">
        <P>
          `next_url` works once, and only for the person who opens it: show it to nobody else and keep it out
          of logs. To let a payer go on who has lost the page, get the payment and send them to the `next_url`
          it has then; it is there for as long as the payment can be completed.
        </P>
        <P>
          `next_url_post` is the same for those who want no token in an address: post its `params` as a form.
        </P>
      </Section>
      <Section id="return" heading="When the payer comes back">
        <P>
          The return says nothing about the payment: nothing is added to your `return_url`, and anybody can
          open it. Put something of your own into it, such as the order’s number, look up the `payment_id`
          that you kept, and get the payment.
        </P>
      </Section>
      <Section id="certain" heading="Being certain">
        <P>
          Only [get a payment](/docs/api/get-payment) is certain. Searches may lag behind, and the payer’s
          return proves nothing. A payment is paid when `state.status` is `success`; `finished` alone says
          only that nothing more will happen.
        </P>
        <P>
          Payers close their browsers, lose their connection or pay and never return. So ask about every
          payment that you have not seen finish: some minutes after creation, and once more when its time has
          run out.
        </P>
        <CodeBlock caption="What to do with a payment, by status">{`switch (payment.state.status) {
  case "success":
    return deliver(order); // once: you may get here twice
  case "failed":
  case "cancelled":
  case "error":
    return offerToTryAgain(order); // with a new payment
  default:
    return askAgainLater(order); // not finished
}`}</CodeBlock>
      </Section>
      <Section id="statuses" heading="Statuses">
        <TableOfWords
          caption="What each status means"
          head={["Status", "What it means"]}
          rows={Object.entries(STATUSES).map(([status, words]) => ({
            key: status,
            cells: [`\`${status}\``, words],
          }))}
        />
        <StateFigure />
      </Section>
      <Section id="codes" heading="Why a payment has ended without success">
        <TableOfWords
          caption="Codes in state.code"
          head={["Code", "Message", "What to do"]}
          rows={Object.entries(CODES).map(([code, words]) => ({
            key: code,
            cells: [`\`${code}\``, STATE_MESSAGES[code as StateCode], words],
          }))}
        />
        <P>
          A payment that has ended stays as it is. For another try create another payment, with a new
          `Idempotency-Key`.
        </P>
      </Section>
      <Section id="events" heading="Events">
        <P>
          [Get a payment’s events](/docs/api/get-payment-events) for what happened and when. A usual payment
          has `created`, `started`, `submitted`, `success`; one with delayed capture has `capturable` before
          `success`. Refunds show there too, with their `refund_id`.
        </P>
      </Section>
      <Section id="delayed" heading="Reserving money">
        <P>{`With \`"delayed_capture": true\` the payer’s confirmation only reserves the money. [Capture](/docs/api/capture-payment) the payment within ${LIMITS.captureWindowHours} hours of its creation, or [cancel](/docs/api/cancel-payment) it; after that it expires and the money is the payer’s again.`}</P>
      </Section>
    </Guide>
  );
}
