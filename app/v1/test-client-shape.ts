import { createHash } from "node:crypto";

const WORDS = new Set(["description", "summary", "example", "examples", "info", "tags"]);

/** For tests: a hash of what a client's types are made from, which is the API's description without its words. */
export function shapeHash(description: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(withoutWords(description)))
    .digest("hex")
    .slice(0, 32);
}

function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (typeof value !== "object" || value === null) return value;
  // A property may be called what a keyword is: then its schema stands there, not words.
  const isWords = ([name, part]: [string, unknown]) =>
    WORDS.has(name) && !(typeof part === "object" && part !== null && ("type" in part || "$ref" in part));
  return Object.fromEntries(
    Object.entries(value)
      .filter((entry) => !isWords(entry))
      .map(([name, part]) => [name, withoutWords(part)]),
  );
}
