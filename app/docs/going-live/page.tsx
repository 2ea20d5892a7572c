import { Guide } from "@/components/docs/docs-page";
import { List, P, Section } from "@/components/docs/words";

export default function Page() {
  return (
    <Guide path="/docs/going-live">
      <P>
        Before your first real payment, go through this with the person who will be called when something
        fails.
      </P>
      <Section id="code" heading="In your code">
        <List
          items={[
            "The `payment_id` is stored with the order before the payer is sent away",
            "Nothing is delivered before [get a payment](/docs/api/get-payment) has said `success`, and nothing twice",
            "Payments whose payer never came back are looked up by a job of yours",
            "Payments are created with an `Idempotency-Key`, and repeated where no answer came",
            "429 and 503 are waited for as `Retry-After` says",
            "Properties you do not know are ignored, and unknown values of known ones do not stop you",
            "Card digits are padded with zeros to 6 and 4 places, or your account is set to text",
            "`return_url` is https: live accounts take no other",
            "A declined, cancelled or expired payment leads back to a place from which the payer can try again",
          ]}
        />
      </Section>
      <Section id="secrets" heading="Keys and data">
        <List
          items={[
            "The live key is a secret of your production systems alone: not in code, not in a page, not in a ticket",
            "You know how to revoke and replace it, and have tried that with the test key",
            "`next_url` and one-time tokens are in no log",
            "References, descriptions and metadata hold no personal data that they need not hold",
          ]}
        />
      </Section>
      <Section id="tried" heading="Tried with test cards">
        <List
          items={[
            "Success, declined, and each card that asks for proof: see [test cards](/docs/test-cards)",
            "Cancelling on our page, leaving it open until it expires, and going back with the browser",
            "A refund in part, another, and one that fails",
            "Welsh, if your payers expect it",
            "Where you use them: delayed capture, telephone orders, recurring payments and their declines",
          ]}
        />
      </Section>
      <Section id="people" heading="With people">
        <List
          items={[
            "Somebody matches what is paid out with your records, by `settled_date`",
            "Somebody watches for disputes and can answer them in time",
            "Those who answer the telephone can find a payment by reference and know what its status means",
            "You know whom to call here, and quote the `X-Request-Id` when you do",
          ]}
        />
      </Section>
    </Guide>
  );
}
