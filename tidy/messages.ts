import { FILES, SOURCES, textOf } from "./repository";

type Catalogue = { readonly [key: string]: string | Catalogue };

/**
 * Keys of the catalogue that no page, piece of a page or room of words names: in full, with `${…}` in place of
 * parts of it, or from above, where a whole branch is taken.
 */
export function unusedMessages(): string[] {
  if (!FILES.includes("messages/en.json")) return [];
  const readers = SOURCES.filter((file) => /^(?:app|components|messages)\//u.test(file));
  const names = readers.flatMap((file) => namesIn(textOf(file)));
  const plain = new Set(names.filter((name) => !name.includes("$")));
  const patterns = [...new Set(names.filter((name) => name.includes("$")))].map(patternOf);
  return leavesOf(JSON.parse(textOf("messages/en.json")) as Catalogue).filter(
    (key) =>
      !branchesTo(key).some((name) => plain.has(name)) && !patterns.some((pattern) => pattern.test(key)),
  );
}

/** Quoted text with the form of a key. A template must begin with a word of its own, or it would be all of them. */
function namesIn(text: string): string[] {
  const quoted = text.matchAll(/"([a-z][\w-]*(?:\.[\w-]+)+)"/giu);
  const templates = text.matchAll(/`([a-z][\w-]*\.(?:[\w.-]|\$\{[^}`]*\})+)`/giu);
  const branches = text.matchAll(/\bMESSAGES(?:\.\w+|\[[^\]]*\])\.(\w+(?:\.\w+)*)/gu);
  return [...quoted, ...templates, ...branches].map(([, name = ""]) => name);
}

function patternOf(template: string): RegExp {
  const source = template
    .split(/\$\{[^}]*\}/u)
    .map((part) => part.replaceAll(".", "\\.").replaceAll("-", "\\-"));
  return new RegExp(`^${source.join("[\\w\\-]+")}$`, "u");
}

function leavesOf(catalogue: Catalogue, above = ""): string[] {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === "string" ? [above + key] : leavesOf(value, `${above}${key}.`),
  );
}

/** A key and the branches it hangs on: a.b.c, a.b and a. */
function branchesTo(key: string): string[] {
  const parts = key.split(".");
  return parts.map((_, index) => parts.slice(0, index + 1).join("."));
}
