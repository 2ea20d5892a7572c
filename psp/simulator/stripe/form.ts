import { z } from "zod";
import { invalid } from "./refusal";

export type Form = { [name: string]: string | string[] | Form };

/** Reads Stripe's form encoding: `card[number]=…`, `expand[0]=…`, `expand[]=…`. */
export function readForm(encoded: URLSearchParams): Form {
  const form: Form = Object.create(null);
  for (const [name, value] of encoded) {
    const path = name
      .split(/\[|\]\[|\]$/u)
      .filter((part, index) => index === 0 || part !== "" || name.endsWith("[]"));
    if (name.endsWith("[]")) path[path.length - 1] = String(Object.keys(at(form, path.slice(0, -1))).length);
    put(form, path, value);
  }
  return listed(form);
}

function at(form: Form, path: readonly string[]): Form {
  let place = form;
  for (const part of path) {
    const next = (place[part] ??= Object.create(null) as Form);
    if (typeof next === "string" || Array.isArray(next)) throw invalid("Invalid request parameters");
    place = next;
  }
  return place;
}

function put(form: Form, path: readonly string[], value: string): void {
  at(form, path.slice(0, -1))[path.at(-1) ?? ""] = value;
}

/** Turns what is numbered from 0 into lists. */
function listed(form: Form): Form {
  for (const [name, value] of Object.entries(form)) {
    if (typeof value === "string" || Array.isArray(value)) continue;
    const inner = listed(value);
    const values = Object.values(inner);
    const isList = Object.keys(inner).every((key, index) => key === String(index));
    form[name] = isList && values.every((entry) => typeof entry === "string") ? values : inner;
  }
  return form;
}

/** A parameter of whole pence. */
export const pence = z
  .string()
  .regex(/^-?\d+$/u, "invalid_integer")
  .transform(Number);
export const flag = z.enum(["true", "false"]).transform((value) => value === "true");
export const metadata = z.record(z.string(), z.string().max(500)).default({});
export const expand = z.array(z.string()).default([]);
export const paging = {
  limit: pence.pipe(z.int().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  expand,
};

/** Reads parameters as an endpoint has them; what it does not know it refuses, as Stripe does. */
export function readParams<Schema extends z.ZodType>(schema: Schema, form: Form): z.output<Schema> {
  const read = schema.safeParse(form);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue?.path.map(String) ?? [];
  if (issue?.code === "unrecognized_keys") {
    const param = named([...path, issue.keys[0] ?? ""]);
    throw invalid(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
  }
  const param = named(path);
  const isMissing = issue?.code === "invalid_type" && issue.input === undefined;
  throw isMissing
    ? invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param })
    : invalid(`Invalid ${param}`, { code: "parameter_invalid", param });
}

function named([first = "", ...rest]: string[]): string {
  return first + rest.map((part) => `[${part}]`).join("");
}
