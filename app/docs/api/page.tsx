import { LIMITS } from "@/contract/limits";
import { publicUrl } from "@/domain/public-url";
import { addressOf, OPERATIONS } from "@/components/docs/description";
import { DocsPage } from "@/components/docs/docs-page";
import { TableOfWords } from "@/components/docs/table-of-words";
import { List, P, Section } from "@/components/docs/words";

export default function Page() {
  return (
    <DocsPage path="/docs/api" title="How the API works">
      <P>{`The API is at \`${publicUrl("/v1")}\`. It is described for machines at [/v1/openapi.json](/v1/openapi.json), without a key.`}</P>
      <Section id="keys" heading="Keys">
        <P>
          Each request carries an API key: `Authorization: Bearer` and the key. A key belongs to one account
          of your service, test or live, and sees that account’s payments only. It is shown once, when it is
          made; keep it where you keep passwords, never in a page or an app. A key that may have been seen is
          revoked and replaced: that takes effect at once.
        </P>
      </Section>
      <Section id="formats" heading="Formats">
        <List
          items={[
            "Bodies are JSON, announced as `Content-Type: application/json`, of up to 64 KiB",
            "Amounts are in pence, as whole numbers: £14.50 is `1450`",
            "Moments are UTC with three decimals: `2026-03-02T09:15:07.482Z`",
            "Attributes and parameters that nobody knows are ignored; an optional attribute that is `null` counts as not sent",
            'The characters `<`, `>`, `"`, `\\` and `|` are not allowed in anything that you send as text',
            "Every answer has an `X-Request-Id`. Send one of your own, of up to 64 letters, digits, dots, hyphens and underscores, and you get it back. Quote it when something looks wrong",
          ]}
        />
      </Section>
      <Section id="rates" heading="Rates">
        <P>
          So many requests a second are taken from each account; your accounts may have other limits. More are
          refused with 429 and `Retry-After`: see [errors](/docs/errors#retrying).
        </P>
        <TableOfWords
          caption="Requests a second"
          head={["Kind", "At most"]}
          rows={[
            ["Create a payment", LIMITS.createPerSecond],
            ["Capture a payment", LIMITS.capturePerSecond],
            ["Any other POST", LIMITS.otherPostPerSecond],
            ["GET", LIMITS.getPerSecond],
          ].map(([kind, limit]) => ({ key: String(kind), cells: [kind, String(limit)] }))}
        />
      </Section>
      <Section id="searches" heading="Searches">
        <P>{`Searches answer newest first, in pages of up to ${LIMITS.pageSizeRecords} records; \`_links\` leads from page to page. What you search for must all match. Nothing found is an empty page 1; a page past the last is 404. Searches may lag a moment behind.`}</P>
      </Section>
      <Section id="operations" heading="Operations">
        <TableOfWords
          caption="All that can be asked"
          head={["Operation", "Method", "Path"]}
          rows={OPERATIONS.map((operation) => ({
            key: operation.operationId,
            cells: [
              `[${operation.summary}](${addressOf(operation)})`,
              operation.method,
              `\`${operation.path}\``,
            ],
          }))}
        />
      </Section>
    </DocsPage>
  );
}
