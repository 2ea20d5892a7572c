import { z } from "zod";
import { AgreementResource, CreateAgreement } from "../agreement";
import { SendCard } from "../auth";
import { DisputeResource } from "../dispute";
import type { Operation } from "../operations";
import { CreatePayment } from "../payment";
import { PaymentEvents, PaymentLinks, PaymentResource, RefundSummary, State } from "../payment-resource";
import { CreateRefund, PaymentRefunds, RefundResource } from "../refund";
import { CardDetails, ErrorBody, Link } from "../resource-parts";
import { wordsOfField } from "./words";

/** Schemas with a name of their own in the document; each is written there once and referred to. */
const NAMED: Readonly<Record<string, z.ZodType>> = {
  CreatePayment,
  Payment: PaymentResource,
  PaymentState: State,
  RefundSummary,
  PaymentLinks,
  PaymentEvents,
  CreateRefund,
  Refund: RefundResource,
  PaymentRefunds,
  CreateAgreement,
  Agreement: AgreementResource,
  Dispute: DisputeResource,
  SendCard,
  CardDetails,
  Link,
  Error: ErrorBody,
};

/** A schema that is not listed above: a page of results is called after its records, anything else after its place. */
export function componentName(schema: z.ZodType, place: string): string {
  const named = Object.entries(NAMED).find(([, known]) => known === schema)?.[0];
  if (named !== undefined) return named;
  const record = recordOf(schema);
  return record ? `${componentName(record, place)}Results` : place;
}

/** The schema of one record, where this is a page of search results. */
export function recordOf(schema: z.ZodType): z.ZodType | undefined {
  const results: unknown = schema instanceof z.ZodObject ? schema.shape.results : undefined;
  return results instanceof z.ZodArray ? (results.element as z.ZodType) : undefined;
}

/** Where the document has the body that an operation takes ("Body") or gives ("Answer"). */
export function placeOf(operationName: string, role: "Body" | "Answer"): string {
  return operationName.replace(/^[a-z]/u, (letter) => letter.toUpperCase()) + role;
}

/** JSON Schema of everything that the operations take and give, by name. */
export function componentSchemas(
  operations: readonly (readonly [string, Operation])[],
): Record<string, object> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id });
  for (const [name, { body, answer }] of operations) {
    if (body) addUnlessKnown(registry, body, placeOf(name, "Body"));
    if (answer) addUnlessKnown(registry, answer, placeOf(name, "Answer"));
  }
  const { schemas } = z.toJSONSchema(registry, { ...SETTINGS, uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [id, explained(withoutIdentity(schema), id)]),
  );
}

/** JSON Schema of each parameter of a search, with what holds where it is not given. All are optional. */
export function parameterSchemas(query: z.ZodObject): Record<string, object> {
  const { properties = {} } = z.toJSONSchema(query, SETTINGS);
  const defaults = query.parse({});
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      { ...(schema as object), ...(defaults[name] !== undefined && { default: defaults[name] }) },
    ]),
  );
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A schema with what each of its properties means. */
function explained(schema: JsonSchema, id: string, above = ""): JsonSchema {
  const { properties, items, anyOf } = schema;
  const within = (part: unknown) => explained(part as JsonSchema, id, above);
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => {
          const words = wordsOfField(id, above + name);
          const inside = explained(property as JsonSchema, id, `${above}${name}.`);
          return [name, { ...inside, ...(words !== undefined && { description: words }) }];
        }),
      ),
    }),
    ...(items && !Array.isArray(items) && { items: within(items) }),
    ...(anyOf && { anyOf: anyOf.map(within) }),
  };
}

/** The document says which dialect its schemas are in, and where they are. */
function withoutIdentity(schema: JsonSchema): JsonSchema {
  const copy = { ...schema };
  delete copy.$schema;
  delete copy.$id;
  return copy;
}

function addUnlessKnown(
  registry: z.core.$ZodRegistry<{ id: string }>,
  schema: z.ZodType,
  place: string,
): void {
  if (!registry.has(schema)) registry.add(schema, { id: componentName(schema, place) });
}

const SETTINGS = {
  // As sent; also for answers, which "output" would close to the properties that v1 may yet add.
  io: "input",
  // Custom checks say what they are in their meta.
  unrepresentable: "any",
  override: ({ jsonSchema }) => {
    const { type, format, minimum, maximum } = jsonSchema;
    // Formats say it better than the patterns behind them, and JavaScript's own bounds say nothing.
    if (type === "integer" || format === "date" || format === "date-time") delete jsonSchema.pattern;
    if (minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  },
} as const satisfies z.core.ToJSONSchemaParams;
