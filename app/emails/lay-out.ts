import type { EmailContent } from "@/domain/emails/email";
import type { Language, Translate } from "@/messages";

/** An email before it is text and HTML: paragraphs, facts, paragraphs. */
interface Letter {
  readonly subject: string;
  readonly live: boolean;
  readonly before: readonly string[];
  readonly rows: readonly (readonly [label: string, value: string])[];
  readonly after: readonly string[];
}

/**
 * An email as plain text, and as HTML that says the same: one column, real headings and headers of rows, no
 * pictures, nothing from elsewhere. Test accounts' say that they are not real.
 */
export function layOut(t: Translate, language: Language, letter: Letter): EmailContent {
  const { subject, rows, after } = letter;
  const before = letter.live ? letter.before : [t("page.testNotice"), ...letter.before];
  const facts = rows.map(([label, value]) => `${label}: ${value}`).join("\n");
  const text = [...before, facts, ...after].join("\n\n");
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px;font-family:Arial,sans-serif;font-size:16px;line-height:1.5;color:#0b0c0c;background:#ffffff">
<h1 style="font-size:24px;line-height:1.25">${escape(subject)}</h1>
${paragraphs(before)}
<table style="border-collapse:collapse">
${rows.map(([label, value]) => row(label, value)).join("\n")}
</table>
${paragraphs(after)}
</body>
</html>
`;
  return { subject, text: `${text}\n`, html };
}

function paragraphs(texts: readonly string[]): string {
  return texts.map((text) => `<p>${escape(text)}</p>`).join("\n");
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
