import { CodeBlock } from "@/components/docs/code-block";
import { Guide } from "@/components/docs/docs-page";
import { P, Section, List } from "@/components/docs/words";

export default function Page() {
  return (
    <Guide path="/docs/telephone-orders">
      <P>
        Somebody calls and reads out their card: a mail or telephone order, MOTO for short. Nobody can ask
        their bank for proof then, so there is no 3D Secure, and a payment that turns out to be fraud is yours
        to bear. Both ways have to be switched on for your account.
      </P>
      <Section id="typed" heading="Your staff type into our pages">
        <P>
          Create the payment with `"moto": true` and open its `next_url` yourself. The pages are the payer’s.
          Card details never reach your systems.
        </P>
      </Section>
      <Section id="sent" heading="Your system sends the card">
        <P>
          Create the payment with `"authorisation_mode": "moto_api"` and without `return_url`. Its
          `_links.auth_url_post` has the address and a one-time token: [send the card](/docs/api/send-card)
          there.
        </P>
        <CodeBlock caption="JavaScript">{`const { href, params } = payment._links.auth_url_post;
const answer = await fetch(href, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({
    ...params, // one_time_token
    card_number: "4444333322221111",
    cvc: "123",
    expiry_date: "11/39",
    cardholder_name: "A Payer",
  }),
});`}</CodeBlock>
        <List
          items={[
            "204: the card was accepted and the payment has succeeded. Get the payment to be certain",
            "402: the bank has refused. The payment has failed; another try needs another payment",
            "400 or 422: something is wrong with what you sent. The token has not been spent: correct it and send it again",
            "500: the provider had a fault. Get the payment to see what has come of it",
          ]}
        />
        <P>
          Card numbers and security codes must not be logged or stored, and systems that handle them fall
          under PCI DSS with all its questions. Where you can, let your staff type into our pages instead.
        </P>
      </Section>
    </Guide>
  );
}
