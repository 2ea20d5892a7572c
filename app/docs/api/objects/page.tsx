import { Json } from "@/components/docs/code-block";
import { OPERATIONS, nameOf, schemaNamed } from "@/components/docs/description";
import { DocsPage } from "@/components/docs/docs-page";
import { FieldList, OBJECTS } from "@/components/docs/field-list";
import { P, Section } from "@/components/docs/words";

const HEADINGS: Readonly<Record<string, string>> = {
  PaymentEvents: "Payment events",
  PaymentRefunds: "Refunds of a payment",
  Error: "Refusal",
};

export default function Page() {
  return (
    <DocsPage path="/docs/api/objects" title="Objects">
      <P>
        What the API answers with. Ignore properties that are not listed here: more may be added within v1.
      </P>
      {Object.entries(OBJECTS).map(([name, id]) => (
        <Section key={id} id={id} heading={HEADINGS[name] ?? name}>
          <FieldList schema={schemaNamed(name)} of="answer" />
          <Example name={name} />
        </Section>
      ))}
    </DocsPage>
  );
}

/** As some operation's answer shows it, the latest of its life. */
function Example({ name }: { name: string }) {
  const contents = OPERATIONS.flatMap(({ responses }) => Object.values(responses)).flatMap(
    ({ content }) => content?.["application/json"] ?? [],
  );
  const found = contents.find(
    ({ schema }) => nameOf(schema) === name || nameOf(schema.allOf?.[0] ?? {}) === name,
  );
  const example = Object.values(found?.examples ?? {}).at(-1);
  return example ? <Json caption="Example" value={example.value} /> : null;
}
