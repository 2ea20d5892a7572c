import { CodeBlock, Json } from "./code-block";
import { addressOf, nameOf, schemaNamed, type Content, type Described, type Response } from "./description";
import { DocsPage } from "./docs-page";
import { Field, FieldList, OBJECTS } from "./field-list";
import { curlSample, javaScriptSample } from "./samples";
import { TableOfWords } from "./table-of-words";
import { P, Section, Words } from "./words";

const PLACES = {
  path: "In the address",
  query: "Parameters",
  header: "Headers",
} as const;

/** Everything about one operation of the API. */
export function OperationPage({ operation, baseUrl }: { operation: Described; baseUrl: string }) {
  const { summary, method, path, description } = operation;
  return (
    <DocsPage path={addressOf(operation)} title={summary}>
      <p className="app-endpoint">
        <strong className="app-endpoint__method">{method}</strong> <code>{path}</code>
      </p>
      {description.split("\n\n").map((paragraph) => (
        <P key={paragraph}>{paragraph}</P>
      ))}
      <Request operation={operation} />
      <Section id="examples" heading="Examples">
        <CodeBlock caption="curl">{curlSample(baseUrl, operation)}</CodeBlock>
        <CodeBlock caption="JavaScript">{javaScriptSample(baseUrl, operation)}</CodeBlock>
      </Section>
      <Answers operation={operation} />
      <Refusals operation={operation} />
    </DocsPage>
  );
}

function Request({ operation: { parameters, requestBody, security } }: { operation: Described }) {
  const body = requestBody?.content["application/json"].schema;
  return (
    <Section id="request" heading="Request">
      {security === undefined ? (
        <P>Send your API key: `Authorization: Bearer` and the key. See [keys](/docs/api#keys).</P>
      ) : (
        <P>No API key is needed.</P>
      )}
      {(["path", "query", "header"] as const).map((place) => {
        const there = parameters?.filter((parameter) => parameter.in === place);
        if (!there?.length) return null;
        return (
          <div key={place}>
            <h3 className="govuk-heading-s">{PLACES[place]}</h3>
            <dl className="app-fields">
              {there.map(({ name, schema, required = false, description }) => (
                <Field key={name} {...{ name, schema, required, description }} of="request" />
              ))}
            </dl>
          </div>
        );
      })}
      {body && (
        <>
          <h3 className="govuk-heading-s">Body, as JSON</h3>
          <FieldList schema={body} of="request" />
        </>
      )}
    </Section>
  );
}

function Answers({ operation: { responses } }: { operation: Described }) {
  const answers = Object.entries(responses).filter(([status]) => Number(status) < 300);
  return (
    <Section id="answers" heading="Answers">
      {answers.map(([status, { description, content }]) => (
        <div key={status}>
          <h3 className="govuk-heading-s">
            {status}: {description}
          </h3>
          {content ? <Answer content={content} /> : <P>No body.</P>}
        </div>
      ))}
    </Section>
  );
}

function Answer({ content }: { content: Content }) {
  const { schema, examples = {} } = content["application/json"];
  const name = nameOf(schema) ?? "";
  return (
    <>
      {Object.hasOwn(OBJECTS, name) ? (
        <P>{`The body is a [${name}](/docs/api/objects#${OBJECTS[name]}).`}</P>
      ) : (
        <FieldList schema={schemaNamed(name)} of="answer" />
      )}
      {Object.entries(examples).map(([example, { value }]) => (
        <Json key={example} caption={`Example: ${inWords(example)}`} value={value} />
      ))}
    </>
  );
}

interface Refusal {
  readonly code: string;
  readonly description: string;
  readonly field?: string;
  readonly header?: string;
}

function Refusals({ operation: { responses } }: { operation: Described }) {
  const rows = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) =>
      reasonsOf(response).map(([reason, { code, description, field, header }]) => ({
        key: `${status} ${reason}`,
        cells: [
          status,
          <code key="code">{code}</code>,
          <Words key="words">{description}</Words>,
          field || header ? <code key="at">{field ?? header}</code> : "",
        ],
      })),
    );
  return (
    <Section id="refusals" heading="Refusals">
      <P>One at a time, with a body as under [errors](/docs/errors).</P>
      <TableOfWords
        caption="Why a request may be refused"
        head={["Status", "Code", "Description", "At fault"]}
        rows={rows}
      />
    </Section>
  );
}

function reasonsOf({ content }: Response): [string, Refusal][] {
  const examples = content?.["application/json"].examples ?? {};
  return Object.entries(examples).map(([reason, { value }]) => [reason, value as Refusal]);
}

/** paymentCreated → payment created */
function inWords(name: string): string {
  return name.replace(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
}
