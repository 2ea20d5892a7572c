import type { Described, Parameter } from "./description";

/** What is searched for in samples, by parameter. */
const SEARCHED: Readonly<Record<string, string>> = {
  reference: "ALLOT-2041",
  from_date: "2026-03-01T00:00:00Z",
  status: "lost",
};

/** The first example of what is sent, where something is. */
export function bodyOf({ requestBody }: Described): unknown {
  return Object.values(requestBody?.content["application/json"].examples ?? {})[0]?.value;
}

/** The address of an operation with example values in it. */
export function sampleUrl(baseUrl: string, { path, parameters = [] }: Described): string {
  const at = path.replace(/\{(\w+)\}/gu, (whole, name: string) => exampleOf(parameters, name) ?? whole);
  const searched = parameters.filter((each) => each.in === "query" && SEARCHED[each.name] !== undefined);
  const values = searched.slice(0, 2).map(({ name, schema }) => [name, valueFor(name, schema.enum)]);
  return `${baseUrl}${at}${values.length > 0 ? `?${new URLSearchParams(values).toString()}` : ""}`;
}

export function curlSample(baseUrl: string, operation: Described): string {
  const body = bodyOf(operation);
  const { method, security } = operation;
  const lines = [
    `curl ${method === "POST" && body === undefined ? "-X POST " : ""}${quoted(sampleUrl(baseUrl, operation))}`,
    security === undefined && '-H "Authorization: Bearer $API_KEY"',
    body !== undefined && '-H "Content-Type: application/json"',
    body !== undefined && `-d ${quoted(JSON.stringify(body, null, 2))}`,
  ];
  return lines.filter((line) => line !== false).join(" \\\n  ");
}

export function javaScriptSample(baseUrl: string, operation: Described): string {
  const body = bodyOf(operation);
  const { method, security, responses } = operation;
  const headers = [
    security === undefined && "    Authorization: `Bearer ${process.env.API_KEY}`,",
    body !== undefined && '    "Content-Type": "application/json",',
  ].filter((line) => line !== false);
  const options = [
    method !== "GET" && `  method: "${method}",`,
    headers.length > 0 && `  headers: {\n${headers.join("\n")}\n  },`,
    body !== undefined &&
      `  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")}),`,
  ].filter((line) => line !== false);
  const says = Object.entries(responses).some(([status, { content }]) => status < "300" && content);
  return [
    `const url = "${sampleUrl(baseUrl, operation)}";`,
    `const answer = await fetch(url, {\n${options.join("\n")}\n});`,
    "if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);",
    says ? "const result = await answer.json();" : "",
  ]
    .filter((line) => line !== "")
    .join("\n");
}

function exampleOf(parameters: readonly Parameter[], name: string): string | undefined {
  const found = parameters.find((each) => each.in === "path" && each.name === name);
  return (found as { example?: string } | undefined)?.example;
}

function valueFor(name: string, values: readonly string[] | undefined): string {
  const wanted = SEARCHED[name] ?? "";
  return values && !values.includes(wanted) ? (values[1] ?? wanted) : wanted;
}

/** In single quotes as a shell wants them. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
