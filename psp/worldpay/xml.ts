/** An XML element, written by `writeXml` and read by `readXml`: the same shape both ways. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlElement | string)[];
}

type Attributes = Readonly<Record<string, string | number | undefined>>;
/** What is absent leaves no trace, so that a message can be written as the list of all its optional parts. */
type Child = XmlElement | string | undefined;

export function element(name: string, attributes: Attributes = {}, ...children: Child[]): XmlElement {
  const present = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)] as const],
  );
  return {
    name,
    attributes: Object.fromEntries(present),
    children: children.filter((child) => child !== undefined),
  };
}

/** An element that holds text only; none for no text. */
export function textElement(name: string, text: string | null | undefined): XmlElement | undefined {
  return text === null || text === undefined || text === "" ? undefined : element(name, {}, text);
}

const DOCTYPE =
  '<!DOCTYPE paymentService PUBLIC "-//WorldPay//DTD WorldPay PaymentService v1//EN" "http://dtd.worldpay.com/paymentService_v1.dtd">';

/** A whole message, to Worldpay or from it. */
export function writeDocument(merchantCode: string, body: XmlElement): string {
  const root = element("paymentService", { version: "1.4", merchantCode }, body);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${DOCTYPE}\n${writeXml(root)}`;
}

export function writeXml({ name, attributes, children }: XmlElement): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`);
  const open = `${name}${written.join("")}`;
  if (children.length === 0) return `<${open}/>`;
  const inside = children.map((child) => (typeof child === "string" ? escapeText(child) : writeXml(child)));
  return `<${open}>${inside.join("")}</${name}>`;
}

/** XML cannot carry these at all, not even escaped. */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

function escapeText(text: string): string {
  return text.replace(NOT_XML, "").replace(/[&<>\r]/gu, (character) => ESCAPES[character] ?? "");
}

function escapeAttribute(text: string): string {
  return text.replace(NOT_XML, "").replace(/[&<>"\t\n\r]/gu, (character) => ESCAPES[character] ?? "");
}
