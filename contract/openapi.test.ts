import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { openApiDocument } from "./openapi";
import { componentName, placeOf } from "./openapi/schemas";
import { EXAMPLES } from "./openapi/examples";
import { OPERATIONS, type Operation } from "./operations";
import type { Price } from "./refusal";

interface Described {
  operationId: string;
  security?: unknown[];
  parameters?: { name: string; in: string }[];
  responses: Record<
    string,
    { content?: { "application/json": { examples: Record<string, { value: object }> } } }
  >;
}

const text = JSON.stringify(openApiDocument());
const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Described>> };
const rows = Object.entries<Operation>(OPERATIONS).map(([name, operation]) => ({ name, operation }));
const described = ({ path, method }: Operation) => paths[path]?.[method.toLowerCase()];

describe("the OpenAPI document", () => {
  it("passes the linter's strictest rules without a warning", async () => {
    const config = await createConfig({
      extends: ["recommended-strict"],
      rules: { "no-invalid-media-type-examples": "error", "no-invalid-parameter-examples": "error" },
    });
    const problems = await lintFromString({ source: text, absoluteRef: "openapi.json", config });
    expect(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([]);
  });

  it("is the same each time it is made", () => {
    expect(JSON.stringify(openApiDocument())).toBe(text);
  });

  it("leaves no gap in the words of a refusal", () => {
    expect(text.match(/"description":"[^"]*\{\w+\}[^"]*"/gu)).toBeNull();
  });

  it("says what every property and parameter means", () => {
    const { components, paths } = JSON.parse(text) as { components: { schemas: object }; paths: object };
    expect(silentIn(components.schemas).concat(silentIn(paths))).toEqual([]);
  });

  describe.each(rows)("on $name", ({ name, operation }) => {
    it("stands at its path under its own name", () => {
      expect(described(operation)?.operationId).toBe(name);
    });

    it("has each reason to refuse under its status", () => {
      const { rules, badJson, badQuery, refusals } = operation;
      const reasons = { ...rules, ...refusals, ...(badJson && { badJson }), ...(badQuery && { badQuery }) };
      for (const [reason, { status, code }] of Object.entries<Price>(reasons)) {
        const examples = described(operation)?.responses[status]?.content?.["application/json"].examples;
        expect(examples?.[reason]?.value).toMatchObject({ code });
      }
    });

    it("promises its success, the faults of the service and what any operation may refuse", () => {
      const statuses = Object.keys(described(operation)?.responses ?? {}).map(Number);
      const expected = [operation.success, 400, 429, 500, 503, ...(operation.auth === "key" ? [401] : [])];
      expect(statuses).toEqual(expect.arrayContaining(expected));
    });

    it("asks for a key only where a key is asked for", () => {
      expect(described(operation)?.security).toEqual(operation.auth === "key" ? undefined : []);
    });

    it("names every parameter of its path and of its search", () => {
      const named =
        described(operation)?.parameters?.map((parameter) => `${parameter.in} ${parameter.name}`) ?? [];
      const inPath = [...operation.path.matchAll(/\{(\w+)\}/gu)].map(([, parameter]) => `path ${parameter}`);
      const inQuery = Object.keys(operation.query?.shape ?? {}).map((parameter) => `query ${parameter}`);
      expect(named).toEqual(expect.arrayContaining([...inPath, ...inQuery]));
    });

    it("shows a body that it would take", () => {
      const { body } = operation;
      if (!body) return;
      const examples = Object.values(EXAMPLES[componentName(body, placeOf(name, "Body"))] ?? {});
      expect(examples).not.toEqual([]);
      for (const example of examples) expect(body.safeParse(example).error).toBeUndefined();
    });
  });
});

/** Where a property or a parameter has no description. */
function silentIn(part: unknown, path = ""): string[] {
  if (typeof part !== "object" || part === null) return [];
  const { properties = {}, parameters = [] } = part as {
    properties?: object;
    parameters?: { name: string }[];
  };
  const named = [...Object.entries(properties), ...parameters.map((each) => [each.name, each] as const)];
  const silent = named.filter(([, each]) => !(each as { description?: string }).description);
  // A refusal narrows the Error's code, whose meaning the Error itself tells.
  const inside = Object.entries(part).filter(([name]) => name !== "examples" && name !== "allOf");
  return [
    ...silent.map(([name]) => `${path}/${name}`),
    ...inside.flatMap(([name, each]) => silentIn(each, `${path}/${name}`)),
  ];
}
