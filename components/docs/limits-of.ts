import { resolve, type Schema } from "./description";

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "date and time",
  date: "date",
  uri: "URL",
};

/** What kind of value it is: "string", "integer or string", "array of objects", "date". */
export function typeOf(schema: Schema): string {
  const { type, format, items } = resolve(schema);
  const nullable = schema.anyOf?.some((choice) => choice.type === "null") ? " or null" : "";
  if (format !== undefined && FORMATS[format] !== undefined) return FORMATS[format] + nullable;
  if (items) return `array of ${typeOf(items)}s`;
  const types = typeof type === "string" ? [type] : (type ?? ["any"]);
  return types.join(" or ") + nullable;
}

/** What a value must be like, as a sentence; empty where there is nothing to say. */
export function limitsOf({ enum: values, ...schema }: Schema): string {
  const parts = [
    values && `One of ${values.map((value) => `\`${value}\``).join(", ")}.`,
    schema.const !== undefined && `Always \`${schema.const}\`.`,
    rangeOf(schema),
    lengthOf(schema),
    schema.default !== undefined && `\`${JSON.stringify(schema.default)}\` if not given.`,
  ];
  return parts.filter((part) => typeof part === "string" && part !== "").join(" ");
}

function rangeOf({ minimum, maximum }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return `From ${inFull(minimum)} to ${inFull(maximum)}.`;
  if (minimum !== undefined) return `${inFull(minimum)} or more.`;
  return maximum === undefined ? "" : `${inFull(maximum)} or less.`;
}

function lengthOf({ maxLength }: Schema): string {
  return maxLength === undefined ? "" : `Up to ${inFull(maxLength)} characters.`;
}

function inFull(value: number): string {
  return value.toLocaleString("en-GB");
}
