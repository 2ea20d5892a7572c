import type { EmailContent } from "@/domain/emails/email";
import type { Language } from "@/messages";

/** An email before it is text and HTML: paragraphs, facts, paragraphs. */
interface Letter {
  readonly subject: string;
  readonly before: readonly string[];
  readonly rows: readonly (readonly [label: string, value: string])[];
  readonly after: readonly string[];
}

/**
 * An email as plain text, and as HTML that says the same: one column, real headings and headers of rows, no
 * pictures, nothing from elsewhere.
 */
export function layOut(language: Language, letter: Letter): EmailContent {
  const { subject, before, rows, after } = letter;
  const facts = rows.map(([label, value]) => `${label}: ${value}`).join("\n");
  const text = [...before, ...(facts === "" ? [] : [facts]), ...after].join("\n\n");
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px;font-family:Arial,sans-serif;font-size:16px;line-height:1.5;color:#0b0c0c;background:#ffffff">
<h1 style="font-size:24px;line-height:1.25">${escape(subject)}</h1>
${paragraphs(before)}
${table(rows)}
${paragraphs(after)}
</body>
</html>
`;
  return { subject, text: `${text}\n`, html };
}

function paragraphs(texts: readonly string[]): string {
  return texts.map((text) => `<p>${linked(escape(text))}</p>`).join("\n");
}

/** A paragraph that is an address is a link to it. */
function linked(escaped: string): string {
  return /^https?:\S+$/u.test(escaped) ? `<a href="${escaped}">${escaped}</a>` : escaped;
}

function table(rows: Letter["rows"]): string {
  if (rows.length === 0) return "";
  const lines = rows.map(([label, value]) => row(label, value));
  return `<table style="border-collapse:collapse">\n${lines.join("\n")}\n</table>`;
}

function row(label: string, value: string): string {
  const cell = "padding:4px 24px 4px 0;text-align:left;vertical-align:top";
  return `<tr><th scope="row" style="${cell}">${escape(label)}</th><td style="${cell}">${escape(value)}</td></tr>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => ENTITIES[character] ?? "");
}
