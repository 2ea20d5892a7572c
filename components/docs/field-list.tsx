import { limitsOf, typeOf } from "./limits-of";
import { nameOf, resolve, type Schema } from "./description";
import { Words } from "./words";

/** Schemas that have a place of their own on the page of objects. */
export const OBJECTS: Readonly<Record<string, string>> = {
  Payment: "payment",
  PaymentEvents: "payment-events",
  Refund: "refund",
  PaymentRefunds: "payment-refunds",
  Agreement: "agreement",
  Dispute: "dispute",
  Link: "link",
  Error: "refusal",
};

interface Props {
  schema: Schema;
  /** In what we are sent a property is required or not; in what we send it is there or may be absent. */
  of: "request" | "answer";
}

/** The properties of an object, with those of objects within it under them. */
export function FieldList({ schema, of }: Props) {
  const { properties = {}, required = [] } = resolve(schema);
  const rows = Object.entries(properties).map(([name, property]) => ({
    name,
    schema: property,
    required: required.includes(name),
  }));
  // What has to be sent comes first.
  const ordered = of === "request" ? rows.toSorted((a, b) => Number(b.required) - Number(a.required)) : rows;
  return (
    <dl className="app-fields">
      {ordered.map((row) => (
        <Field key={row.name} {...row} of={of} />
      ))}
    </dl>
  );
}

/** One property, parameter or header. */
export function Field({
  name,
  schema,
  required,
  of,
  description,
}: {
  name: string;
  schema: Schema;
  required: boolean;
  of: Props["of"];
  description?: string | undefined;
}) {
  const resolved = resolve(schema);
  const words = description ?? resolved.description;
  const limits = limitsOf(resolved);
  const inner = innerOf(schema);
  return (
    <div className="app-field">
      <dt className="app-field__name">
        <code>{name}</code> <span className="app-field__type">{typeOf(schema)}</span>
        {of === "request" && required && <strong className="app-field__required">required</strong>}
        {of === "answer" && !required && <span className="app-field__type">may be absent</span>}
        {resolved.deprecated && <strong className="app-field__required">deprecated</strong>}
      </dt>
      <dd className="app-field__words">
        {words !== undefined && (
          <p>
            <Words>{`${words}.`}</Words>
          </p>
        )}
        {limits !== "" && (
          <p className="app-field__limits">
            <Words>{limits}</Words>
          </p>
        )}
        {inner.object !== undefined && (
          <p className="app-field__limits">
            <Words>{`See [${inner.object}](/docs/api/objects#${OBJECTS[inner.object]}).`}</Words>
          </p>
        )}
        {inner.fields && <FieldList schema={inner.fields} of={of} />}
      </dd>
    </div>
  );
}

/** What is inside: fields to be shown under it, or the name of an object that is shown elsewhere. */
function innerOf(schema: Schema): { fields?: Schema; object?: string } {
  const name = nameOf(schema) ?? schema.anyOf?.map(nameOf).find((each) => each !== undefined);
  if (name !== undefined && Object.hasOwn(OBJECTS, name)) return { object: name };
  const resolved = resolve(schema);
  if (resolved.items) return innerOf(resolved.items);
  return resolved.properties ? { fields: resolved } : {};
}
