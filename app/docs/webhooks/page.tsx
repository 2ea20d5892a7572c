import { LIMITS } from "@/contract/limits";
import { WEBHOOK_EVENTS, type WebhookMessage } from "@/contract/webhook";
import { CodeBlock, Json } from "@/components/docs/code-block";
import { Guide } from "@/components/docs/docs-page";
import { TableOfWords } from "@/components/docs/table-of-words";
import { List, P, Section } from "@/components/docs/words";

const EXAMPLE: WebhookMessage = {
  webhook_message_id: "01k8b3cy3m9v5w8kq2s7t4x6zd",
  api_version: 1,
  created_date: "2026-03-01T10:15:30.000Z",
  event_type: "card_payment_succeeded",
  resource_type: "payment",
  resource_id: "01k8b3c2h7e0n4r6d1a9p5q8ym",
  resource: {
    payment_id: "01k8b3c2h7e0n4r6d1a9p5q8ym",
    amount: 1450,
    reference: "PERMIT-1",
    description: "Parking permit",
    state: { status: "success", finished: true },
  },
};

const JAVASCRIPT = `import express from "express";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const app = express();

// The raw body: parsed and written again, it would not be the same bytes.
const raw = express.raw({ type: "application/json" });
app.post("/payments", raw, (request, response) => {
  let message;
  try {
    message = webhook.verify(request.body, request.headers);
  } catch {
    return response.sendStatus(400);
  }
  response.sendStatus(204);
  remember(message);
});`;

const PYTHON = `import hashlib
import hmac

SIGNATURES = ("Pay-Signature", "Pay-Signature-Next")


def is_genuine(secret: str, raw_body: bytes, headers) -> bool:
    mac = hmac.new(secret.encode(), raw_body, hashlib.sha256)
    expected = mac.hexdigest().encode()
    given = [headers.get(name, "").encode() for name in SIGNATURES]
    return any(hmac.compare_digest(expected, one) for one in given)`;

/** A time in words: 60 is 1 minute. */
function inWords(seconds: number): string {
  const [amount, unit] =
    seconds >= 86_400
      ? [seconds / 86_400, "day"]
      : seconds >= 3600
        ? [seconds / 3600, "hour"]
        : [seconds / 60, "minute"];
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}

export default function Page() {
  const waits = LIMITS.webhookRetrySeconds.map(inWords);
  return (
    <Guide path="/docs/webhooks">
      <Section id="what" heading="Being told instead of asking">
        <P>
          A webhook is an address of yours that is sent a message when something happens. The staff who look
          after your account set it up: its address, and the events that it is to hear of. A live account’s
          address begins with https and is reachable from the internet; a test account’s may be anything that
          this service can reach.
        </P>
        <P>
          A message tells what was the case when the event happened. Several may be on their way at the same
          time and overtake each other, so where it matters, [get the payment](/docs/api/get-payment): that
          alone is certain.
        </P>
      </Section>
      <Section id="events" heading="Events">
        <TableOfWords
          caption="What you can be told of"
          head={["Event", "When"]}
          rows={Object.entries(WEBHOOK_EVENTS).map(([event, { when }]) => ({
            key: event,
            cells: [`\`${event}\``, when],
          }))}
        />
      </Section>
      <Section id="message" heading="A message">
        <P>
          It is posted as JSON. `resource` is the payment, agreement or dispute as the API shows it, without
          `_links`; here it is shortened. New properties and new events may come, so ignore what you do not
          know.
        </P>
        <Json caption="Body of a message" value={EXAMPLE} />
      </Section>
      <Section id="answer" heading="Answering">
        <List
          items={[
            `Answer with a status from 200 to 299 within ${LIMITS.webhookAnswerSeconds} seconds, and do the work afterwards. Anything else, a redirect too, counts as a failure.`,
            `After a failure the message comes again: after ${waits.join(", then ")}. Then it is given up; staff can have it sent again.`,
            "The same message may come more than once. Keep `webhook_message_id` and pass over those you have had.",
            `Messages are kept for ${LIMITS.webhookMessageDays} days.`,
          ]}
        />
      </Section>
      <Section id="verify" heading="Is it genuine?">
        <P>
          Anybody can post to your address, so check each message with the webhook’s secret before you believe
          it. Check the raw body, before it is parsed. There are two ways, and one is enough.
        </P>
        <List
          items={[
            "`webhook-id`, `webhook-timestamp` and `webhook-signature` are those of [Standard Webhooks](https://www.standardwebhooks.com), for which there are libraries. They cover the time too, so an old message cannot be played again.",
            "`Pay-Signature` is the HMAC-SHA256 of the raw body under the secret, all of it as text, in lower-case hexadecimal digits.",
          ]}
        />
        <CodeBlock caption="JavaScript, with Standard Webhooks">{JAVASCRIPT}</CodeBlock>
        <CodeBlock caption="Python, with Pay-Signature">{PYTHON}</CodeBlock>
      </Section>
      <Section id="secret" heading="A new secret">
        <P>
          {`When the secret is changed, the old one goes on for ${LIMITS.webhookSecretOverlapHours} hours. Meanwhile \`webhook-signature\` holds the signatures of both; \`Pay-Signature\` is still the old secret’s, and \`Pay-Signature-Next\` is the new one’s.`}
        </P>
      </Section>
    </Guide>
  );
}
