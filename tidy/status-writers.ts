import { codeOf } from "./repository";

/** A place that writes a table's status column. */
interface StatusWriter {
  readonly file: string;
  readonly how: "insert" | "update";
}

/** Where a file gives rows of a table a status, through Drizzle or in SQL. An insert always does. */
export function statusWriters(file: string, table: string): StatusWriter[] {
  const code = codeOf(file);
  const writers: StatusWriter[] = [];
  const add = (how: StatusWriter["how"]) => writers.push({ file, how });
  if (new RegExp(`\\.insert\\(${table}\\)|\\binsert\\s+into\\s+"?${table}\\b`, "iu").test(code))
    add("insert");
  if (
    new RegExp(`\\bupdate\\s+"?${table}"?\\s+(?:as\\s+\\w+\\s+)?set\\b[^\`;]*\\bstatus\\b`, "iu").test(code)
  )
    add("update");
  for (const { index } of code.matchAll(new RegExp(`\\.update\\(${table}\\)`, "gu"))) {
    if (setsStatus(code, index)) add("update");
  }
  return writers;
}

/** Whether the `.set(…)` that follows has a status in it. Values that are put together out of sight count. */
function setsStatus(code: string, from: number): boolean {
  const start = code.indexOf(".set(", from) + ".set".length;
  const values = code
    .slice(start + 1, closing(code, start))
    .trim()
    .replace(/,$/u, "");
  const literal = values.startsWith("{");
  const spread = [...values.matchAll(/\.\.\.(\w+)(?![\w(.])/gu)].map(([, name = ""]) => name);
  return (
    (literal && hasStatus(values)) || (literal ? spread : [values]).some((name) => mayHaveStatus(code, name))
  );
}

/** What a name may stand for: the object it is declared as in this file, or the type of the parameter that it is. */
function mayHaveStatus(code: string, name: string): boolean {
  const constant = new RegExp(`\\bconst ${name}\\b[^;]*;`, "u").exec(code)?.[0];
  if (constant) return hasStatus(constant);
  const type = new RegExp(`\\b${name}: (\\w+)`, "u").exec(code)?.[1];
  const declared = type && new RegExp(`\\b(?:type|interface) ${type}\\b[^;]*;`, "u").exec(code)?.[0];
  return !declared || (hasStatus(declared) && !/\bOmit</u.test(declared));
}

function hasStatus(code: string): boolean {
  return /(?<![.\w])["']?status["']?\s*(?:[?:,}|>]|$)/u.test(code);
}

/** Where the bracket at `start` closes. */
function closing(code: string, start: number): number {
  let depth = 0;
  for (let index = start; index < code.length; index += 1) {
    if ("([{".includes(code.charAt(index))) depth += 1;
    if (")]}".includes(code.charAt(index))) depth -= 1;
    if (depth === 0) return index;
  }
  return code.length;
}
