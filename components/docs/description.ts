import { openApiDocument } from "@/contract/openapi";

/** JSON Schema as far as our own description uses it. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxProperties?: number;
}

/** A JSON body: its schema is always one of the named ones, but for a refusal's. */
export interface Content {
  readonly "application/json": {
    readonly schema: Schema;
    readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
  };
}

export interface Response {
  readonly description: string;
  readonly content?: Content;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
}

/** An operation of the description, with what it is asked by. */
export interface Described {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
}

interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Described, "method" | "path">>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

/** What /v1/openapi.json says, read once: the reference is made from nothing else. */
const { tags, paths, components } = openApiDocument() as Document;

export const TAGS = tags;

export const OPERATIONS: readonly Described[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    method: method.toUpperCase(),
    path,
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [status, responseOf(response)]),
    ),
  })),
);

/** Where an operation is described: create-payment. */
export function slugOf({ operationId }: Pick<Described, "operationId">): string {
  return operationId.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
}

export function addressOf(operation: Pick<Described, "operationId">): string {
  return `/docs/api/${slugOf(operation)}`;
}

/** A named schema. */
export function schemaNamed(name: string): Schema {
  const schema = components.schemas[name];
  if (!schema) throw new Error(`The description has no schema ${name}`);
  return schema;
}

/** The name that a reference refers to. */
export function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.slice($ref.lastIndexOf("/") + 1);
}

/** What stands behind a reference, and what may be null without its null; words at the reference go first. */
export function resolve(schema: Schema): Schema {
  const name = nameOf(schema);
  const { description } = schema;
  if (name !== undefined) return { ...schemaNamed(name), ...(description !== undefined && { description }) };
  const choice = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
  return choice[0] && choice.length === 1 ? { ...schema, ...resolve(choice[0]) } : schema;
}

function responseOf(response: Response | { $ref: string }): Response {
  if (!("$ref" in response)) return response;
  const shared = components.responses[response.$ref.slice(response.$ref.lastIndexOf("/") + 1)];
  if (!shared) throw new Error(`The description has no response ${response.$ref}`);
  return shared;
}
