import { LIMITS } from "@/contract/limits";
import { CodeBlock, Json } from "@/components/docs/code-block";
import { Guide } from "@/components/docs/docs-page";
import { TableOfWords } from "@/components/docs/table-of-words";
import { List, P, Section } from "@/components/docs/words";

const STATUSES: readonly (readonly [status: string, meaning: string, todo: string])[] = [
  ["400", "Something is missing, not allowed here, or no JSON", "Correct the request"],
  ["401", "No key, or one that is wrong or revoked", "Correct the key"],
  ["402", "A bank has refused the card of a telephone order", "Another payment with another card"],
  ["403", "The account may not do this", "Ask those who run this service"],
  ["404", "Not there, or not your account’s; or no such address", "Correct the id or the address"],
  ["405", "The address does not have that method", "See `Allow`"],
  [
    "409",
    "It is too late for that, or the Idempotency-Key is another request’s",
    "Look at the resource as it is now",
  ],
  ["412", "What can be refunded is not what you believed", "Look at the payment, then decide again"],
  ["413", "The body is too large", "Send less"],
  ["422", "A value is there and wrong", "Correct the request"],
  ["429", "Too many requests at once", "Wait, then repeat"],
  ["500", "A fault of ours or of the payment provider", "Repeat, as below"],
  ["503", "Maintenance", "Wait as long as `Retry-After` says, then repeat"],
];

export default function Page() {
  return (
    <Guide path="/docs/errors">
      <Section id="shape" heading="What a refusal looks like">
        <Json
          caption="422, with a body as all refusals have it"
          value={{
            code: "P0102",
            field: "amount",
            description: "Invalid attribute value: amount. Must be a valid numeric format",
          }}
        />
        <P>
          Programs should read the HTTP status and `code`: they stay as they are. `description` is for
          developers and may be put better one day; do not show it to payers. One fault is told at a time, but
          a search names all parameters that are wrong. Each operation’s page lists its codes.
        </P>
      </Section>
      <Section id="statuses" heading="HTTP statuses">
        <TableOfWords
          caption="What to do about each status"
          head={["Status", "What it means", "What to do"]}
          rows={STATUSES.map(([status, meaning, todo]) => ({ key: status, cells: [status, meaning, todo] }))}
        />
        <P>A 200 with a payment that has `failed` is no error of the API: the question was answered.</P>
      </Section>
      <Section id="retrying" heading="Retrying">
        <List
          items={[
            "Anything that only reads (GET) may be repeated at any time",
            "On 429 and 503 wait as long as `Retry-After` says, then longer each time, with some chance in it so that your servers do not all come back together",
            "On 500, or when no answer comes at all, you cannot know what has happened: repeat with care",
            "On any other 4xx do not repeat: the answer would be the same",
          ]}
        />
      </Section>
      <Section id="idempotency" heading="Creating a payment once">
        <P>{`Send an \`Idempotency-Key\` with [Create a payment](/docs/api/create-payment): up to ${LIMITS.idempotencyKeyCharacters} letters, digits and hyphens, one for each payment that you mean. Sent again with the same body within ${LIMITS.idempotencyKeyHours} hours, it answers 200 with the payment that the first request made, as it is now. With another body it is refused with 409. A request that was refused leaves no trace, so its key can be used again.`}</P>
        <P>
          Capturing, cancelling and refunding need no such key: a second capture or cancellation is refused,
          and `refund_amount_available` guards refunds.
        </P>
        <CodeBlock caption="JavaScript">{`async function createOnce(body, key) {
  for (let wait = 1; ; wait *= 2) {
    const answer = await fetch(url, {
      method: "POST",
      headers: { ...headers, "Idempotency-Key": key },
      body: JSON.stringify(body),
    }).catch(() => undefined);
    if (answer?.ok) return answer.json();
    const isFinal = answer && answer.status !== 429 && answer.status < 500;
    if (isFinal || wait > 60) {
      throw new Error(answer ? await answer.text() : "No answer");
    }
    const seconds = Number(answer?.headers.get("Retry-After") ?? 0);
    await sleep(1000 * Math.max(seconds, wait * (0.5 + Math.random())));
  }
}`}</CodeBlock>
      </Section>
    </Guide>
  );
}
