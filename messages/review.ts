import { MESSAGES, type Language } from ".";
import DOUBTS from "./doubts.json";
import { FAULT_WORDS } from "./faults";

type Catalogue = { readonly [key: string]: string | Catalogue };

/** Every message of a language by its key, those of faults.ts among them: `ended.declined.title`. */
export function allMessages(language: Language): Map<string, string> {
  return new Map(flatten({ ...MESSAGES[language], faults: FAULT_WORDS[language] }, ""));
}

/** What its writer was not sure of in a Welsh message, by the message's key. */
export const WELSH_DOUBTS: ReadonlyMap<string, string> = new Map(Object.entries(DOUBTS));

/** REVIEW.md: all that payers read in Welsh beside the English, for somebody who speaks it to go through. */
export function reviewMarkdown(): string {
  const english = allMessages("en");
  const rows = [...allMessages("cy")].filter(([key, welsh]) => english.get(key) !== welsh);
  const chapters = [...new Set(rows.map(([key]) => chapterOf(key)))];
  return [
    "# The Welsh, to be read by somebody who speaks it",
    "",
    "Written by `npm run generate` from `messages/cy.json`, `messages/en.json` and `messages/faults.ts`. Nobody whose",
    "first language is Welsh has gone through it yet. It is one whole sentence per message, since words mutate by what",
    "stands before them; the reader is “chi” throughout; names in braces are filled in. Both columns must promise the same.",
    "",
    `There are ${rows.length} messages. Their writer doubts ${WELSH_DOUBTS.size} of them, marked **?** with the reason`,
    "(`messages/doubts.json`): begin there. A mistake is put right in `messages/cy.json`, its doubt is struck out, and",
    "`npm run generate` writes this again.",
    ...chapters.flatMap((name) => [
      "",
      `## ${name}`,
      "",
      ...table(
        rows.filter(([key]) => chapterOf(key) === name),
        english,
      ),
    ]),
    "",
  ].join("\n");
}

function chapterOf(key: string): string {
  return key.slice(0, key.indexOf("."));
}

function table(messages: readonly [string, string][], english: ReadonlyMap<string, string>): string[] {
  const rows = messages.map(([key, welsh]) => {
    const doubt = WELSH_DOUBTS.get(key);
    const cells = [`\`${key}\``, english.get(key) ?? "", welsh, doubt === undefined ? "" : `**?** ${doubt}`];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  return ["| Key | English | Cymraeg | Doubt |", "| --- | --- | --- | --- |", ...rows];
}

function flatten(catalogue: Catalogue, above: string): [string, string][] {
  return Object.entries(catalogue).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[above + key, value]] : flatten(value, `${above}${key}.`),
  );
}
