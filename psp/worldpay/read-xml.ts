import { XMLParser, XMLValidator } from "fast-xml-parser";
import type { XmlElement } from "./xml";

/** Replies and notifications are a few kilobytes; more is not theirs. */
export const LARGEST_DOCUMENT_CHARACTERS = 64 * 1024;

const CDATA = "#cdata";

/** Declarations are never carried out: no entity is expanded but XML's own five, nothing outside is fetched. */
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  ignoreDeclaration: true,
  ignorePiTags: true,
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  cdataPropName: CDATA,
  maxNestedTags: 40,
});

/** The root of an XML document; undefined for anything that is not one, or that declares entities of its own. */
export function readXml(text: string): XmlElement | undefined {
  if (text.length > LARGEST_DOCUMENT_CHARACTERS || declaresItsOwn(text)) return undefined;
  if (XMLValidator.validate(text) !== true) return undefined;
  try {
    const roots = elementsOf(parser.parse(text) as unknown);
    const [root, second] = roots.filter((node) => typeof node !== "string");
    return second === undefined ? root : undefined;
  } catch {
    return undefined;
  }
}

/** Worldpay's documents name their DTD once and hold no declarations. Read from front to end a single time. */
function declaresItsOwn(text: string): boolean {
  const declarations = text.match(/<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/giu) ?? [];
  if (declarations.length === 0) return false;
  if (declarations.length > 1 || declarations[0] !== "<!DOCTYPE") return true;
  const start = text.indexOf("<!DOCTYPE");
  return text.slice(start, text.indexOf(">", start)).includes("[");
}

/** The parser's nodes, `{name: children, ":@": attributes}`, as elements. */
function elementsOf(nodes: unknown): (XmlElement | string)[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.flatMap((node: Readonly<Record<string, unknown>>): (XmlElement | string)[] => {
    const name = Object.keys(node).find((key) => key !== ":@");
    if (name === undefined) return [];
    const content = node[name];
    if (name === "#text") return [decode(String(content))];
    if (name === CDATA) return [rawText(content)];
    const attributes = Object.entries((node[":@"] ?? {}) as Record<string, unknown>);
    return [
      {
        name,
        attributes: Object.fromEntries(attributes.map(([key, value]) => [key, decode(String(value))])),
        children: elementsOf(content),
      },
    ];
  });
}

function rawText(content: unknown): string {
  const [node] = Array.isArray(content) ? (content as Record<string, unknown>[]) : [];
  const text = node?.["#text"];
  return typeof text === "string" ? text : "";
}

const NAMED: ReadonlyMap<unknown, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

function decode(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/giu, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED.get(name) ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex as string, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}

/** The first element at a path of names below; undefined when any of them is missing. */
export function find(from: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((at, name) => at && list(at, name)[0], from);
}

/** All direct children of that name. */
export function list({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter((child) => typeof child !== "string").filter((child) => child.name === name);
}

/** An element's own text, trimmed, CDATA or not; undefined when there is none. */
export function textOf(from: XmlElement | undefined): string | undefined {
  const text = from?.children
    .filter((child) => typeof child === "string")
    .join("")
    .trim();
  return text === "" ? undefined : text;
}
