import type { z } from "zod";
import { EXAMPLES, resultsExample } from "./examples";
import { componentName, placeOf, recordOf } from "./schemas";

/** Whose content it is. */
interface Place {
  readonly operationName: string;
  readonly role: "Body" | "Answer";
  readonly path: string;
}

/** A JSON body in the document: a reference to its schema, with the examples there are. */
export function jsonContent(schema: z.ZodType, { operationName, role, path }: Place): object {
  const name = componentName(schema, placeOf(operationName, role));
  const examples = examplesOf(schema, name, path);
  return {
    "application/json": {
      schema: { $ref: `#/components/schemas/${name}` },
      ...(examples.length > 0 && {
        examples: Object.fromEntries(examples.map(([key, value]) => [key, { value }])),
      }),
    },
  };
}

function examplesOf(schema: z.ZodType, name: string, path: string): [string, unknown][] {
  const record = recordOf(schema);
  if (!record) return Object.entries(EXAMPLES[name] ?? {});
  const last = Object.values(EXAMPLES[componentName(record, "")] ?? {}).at(-1);
  return last === undefined ? [] : [["results", resultsExample(path, last)]];
}
