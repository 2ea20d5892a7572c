import { publicUrl } from "@/domain/public-url";
import { CodeBlock } from "@/components/docs/code-block";
import { Guide } from "@/components/docs/docs-page";
import { P, Section } from "@/components/docs/words";

export default function Page() {
  const url = publicUrl("/v1/payments");
  return (
    <Guide path="/docs/quick-start">
      <P>
        You need an API key of a test account. Where this is a demonstration on your own computer, `npm start`
        has printed where its keys are; otherwise ask those who run this service.
      </P>
      <Section id="create" heading="1. Create a payment">
        <CodeBlock caption="curl">{`export API_KEY=api_test_…

curl '${url}' \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "amount": 1450,
    "reference": "PERMIT-1",
    "description": "Parking permit",
    "return_url": "https://service.example.org/paid"
  }'`}</CodeBlock>
        <P>
          The answer is 201 with the payment. Keep its `payment_id` with the order in your own records before
          you go on: it is how you ask later.
        </P>
      </Section>
      <Section id="pay" heading="2. Pay it">
        <P>
          Open `_links.next_url.href` of the answer in a browser. Pay with card 4444 3333 2222 1111, any date
          to come and any security code, then confirm. Other [test cards](/docs/test-cards) are declined, ask
          for proof or fail.
        </P>
      </Section>
      <Section id="ask" heading="3. Ask what came of it">
        <CodeBlock caption="curl">{`curl '${url}/PAYMENT_ID' \\
  -H "Authorization: Bearer $API_KEY"`}</CodeBlock>
        <P>
          `state.status` is `success`. In your service, ask this when the payer arrives at your `return_url`,
          and ask it for payments whose payer has not come back: see [being
          certain](/docs/taking-payments#certain).
        </P>
      </Section>
      <Section id="javascript" heading="The same in JavaScript">
        <CodeBlock caption="JavaScript, on your server">{`const headers = {
  Authorization: \`Bearer \${process.env.API_KEY}\`,
  "Content-Type": "application/json",
};

export async function startPayment(order) {
  const answer = await fetch("${url}", {
    method: "POST",
    headers: { ...headers, "Idempotency-Key": order.id },
    body: JSON.stringify({
      amount: order.pence,
      reference: order.id,
      description: order.description,
      return_url: \`https://service.example.org/orders/\${order.id}\`,
    }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  const payment = await answer.json();
  await saveWithOrder(order, payment.payment_id);
  return payment._links.next_url.href; // send the payer there
}

export async function isPaid(paymentId) {
  const url = \`${url}/\${paymentId}\`;
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(await answer.text());
  const { state } = await answer.json();
  return state.status === "success";
}`}</CodeBlock>
      </Section>
    </Guide>
  );
}
