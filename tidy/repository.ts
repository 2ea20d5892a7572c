import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository as tidy.test.ts sees it: paths from its root, with forward slashes, ignored files left out. */

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** What an import leads to: a file of ours, or a package. A file that is not there is undefined. */
export interface Import {
  readonly from: string;
  readonly specifier: string;
  readonly file?: string | undefined;
  readonly package?: string | undefined;
}

export const FILES: readonly string[] = filesUnder("", ignoredNames());
const KNOWN = new Set(FILES);

/** Code that people write: TypeScript and JavaScript. */
export const SOURCES = FILES.filter((file) => /\.(?:tsx?|mjs)$/u.test(file) && !file.endsWith(".d.ts"));

export const isTest = (file: string): boolean => /\.(?:test|spec)\.tsx?$/u.test(file);

/** What only tests need is named for it: test-database.ts. */
export const isTestHelper = (file: string): boolean => /(?:^|\/)test-[\w-]+\.tsx?$/u.test(file);

const texts = new Map<string, string>();

export function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(ROOT, file), "utf8");
  texts.set(file, text);
  return text;
}

/** Code without comments, so that prose is not taken for code. Quoted text stays. */
export function codeOf(file: string): string {
  return textOf(file).replace(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/gu,
    (_, quoted: string | undefined) => quoted ?? "",
  );
}

const IMPORTS = [
  /^(?:import|export)\b(?:[^"'`;]*?\bfrom)?\s*["']([^"']+)["']/gmu,
  /\bimport\(\s*["'`]([^"'`$]+)["'`]\s*\)/gu,
];

const found = new Map<string, Import[]>();

/** Everything that a file imports, types included. */
export function importsOf(file: string): Import[] {
  const known = found.get(file);
  if (known) return known;
  const code = codeOf(file);
  const matches = IMPORTS.flatMap((pattern) => Array.from(code.matchAll(pattern)));
  const imports = matches.map(([, specifier = ""]) => lookUp(file, specifier));
  found.set(file, imports);
  return imports;
}

export const IMPORTED: readonly Import[] = SOURCES.flatMap(importsOf);

/** Files that a file names in quotes or uses as a style: `new URL("./x.ts", import.meta.url)`, `@use "tokens"`. */
export function mentionsOf(file: string): string[] {
  const quoted = [...textOf(file).matchAll(/["'`]([\w@./[\]()-]+)["'`]/gu)].map(([, text = ""]) => text);
  const candidates = quoted.flatMap((text) => {
    const nearby = join(dirname(file), text);
    return [normalize(text), nearby, `${nearby}.scss`, join(dirname(nearby), `_${basename(text)}.scss`)];
  });
  return candidates.filter((path) => KNOWN.has(path));
}

function lookUp(from: string, specifier: string): Import {
  if (!/^(?:@\/|\.)/u.test(specifier)) {
    const [scope = "", name = ""] = specifier.split("/");
    return { from, specifier, package: scope.startsWith("@") ? `${scope}/${name}` : scope };
  }
  const path = specifier.startsWith("@/") ? specifier.slice(2) : normalize(join(dirname(from), specifier));
  const endings = ["", ".ts", ".tsx", ".mjs", "/index.ts", "/index.tsx"];
  return { from, specifier, file: endings.map((ending) => path + ending).find((file) => KNOWN.has(file)) };
}

function filesUnder(folder: string, ignored: (name: string) => boolean): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => !ignored(entry.name))
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesUnder(path, ignored) : [path];
    })
    .sort();
}

/** .gitignore as far as ours goes: names of files and folders, and endings. */
function ignoredNames(): (name: string) => boolean {
  const path = join(ROOT, ".gitignore");
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  const names = [".git", ...lines.map((line) => line.trim().replace(/^\/|\/$/gu, ""))].filter(
    (name) => name !== "",
  );
  return (name) =>
    names.some((ignored) => (ignored.startsWith("*") ? name.endsWith(ignored.slice(1)) : name === ignored));
}
