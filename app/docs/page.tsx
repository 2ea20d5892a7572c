import { Guide } from "@/components/docs/docs-page";
import { List, P, Section } from "@/components/docs/words";

export default function Page() {
  return (
    <Guide path="/docs">
      <p className="govuk-body-l">
        Public bodies take card payments here, through an API and on pages that payers can trust.
      </p>
      <P>
        You create a payment, send the payer to us, and ask what came of it when they return. Card details
        never pass through your systems, unless you take telephone orders of your own.
      </P>
      <Section id="begin" heading="Where to begin">
        <List
          items={[
            "[Quick start](/docs/quick-start): a payment in five minutes, with a test card",
            "[Taking payments](/docs/taking-payments): the whole journey, and how to be certain",
            "[Errors and retrying](/docs/errors): what can go wrong, and what to do then",
            "[Going live](/docs/going-live): what to check before real money moves",
          ]}
        />
      </Section>
      <Section id="reference" heading="Reference">
        <P>
          [How the API works](/docs/api) has what holds for all requests; every operation has a page with its
          fields, answers and refusals. All of it is also there for machines, as [OpenAPI
          3.1](/v1/openapi.json): generators make clients from it.
        </P>
        <P>
          The API speaks the protocol of GOV.UK Pay’s public API. A client written for that needs another
          address and another key.
        </P>
      </Section>
    </Guide>
  );
}
