import { expect, type Page } from "@playwright/test";
import axe, { type RunOnly } from "axe-core";
import { allWords, type Language } from "./words";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];
const RULES_OF_SIZE = ["target-size", "scrollable-region-focusable", "skip-link"];

/** Nothing that axe knows to look for is wrong: WCAG 2.2 AA and its best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violations(page, { type: "tag", values: RULES })).toEqual([]);
}

/** The rules that another size of screen may break. */
export async function expectStillAccessible(page: Page): Promise<void> {
  expect(await violations(page, { type: "rule", values: RULES_OF_SIZE })).toEqual([]);
}

/** Axe is put into a page once, and asked there: to bring it takes longer than most of what it is asked. */
async function violations(page: Page, runOnly: RunOnly): Promise<string[]> {
  const found = await withScriptFor(page, async () => {
    if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
    return page.evaluate(async (only) => {
      const there = globalThis as unknown as { axe: typeof axe };
      return there.axe.run({ runOnly: only, resultTypes: ["violations"] });
    }, runOnly);
  });
  return found.violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" ")}`,
  );
}

/**
 * Axe is script itself. For a page that is read without, it is let on only while axe looks: what the page was made into
 * without stays as it is, since its own scripts have had their turn. What stood in noscript is shown for good, because
 * axe would leave it out.
 */
async function withScriptFor<T>(page: Page, look: () => Promise<T>): Promise<T> {
  const hasScript = await page.evaluate(() => !matchMedia("(scripting: none)").matches);
  if (hasScript) return look();
  await page.evaluate(() => {
    for (const each of document.querySelectorAll("noscript")) each.replaceWith(...each.childNodes);
  });
  const session = await page.context().newCDPSession(page);
  const switchOff = async (value: boolean) => session.send("Emulation.setScriptExecutionDisabled", { value });
  // To this session it counts as on until it has switched it off itself.
  await switchOff(true);
  await switchOff(false);
  try {
    return await look();
  } finally {
    await switchOff(true);
    await session.detach();
  }
}

/** Nothing is cut off at the side, nor does anybody have to scroll there (WCAG 1.4.10). */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { needed, there } = await page.evaluate(() => ({
    needed: document.documentElement.scrollWidth,
    there: document.documentElement.clientWidth,
  }));
  expect(needed).toBeLessThanOrEqual(there);
}

/** The page says which language it is in, and nothing on it is left in the other. */
export async function expectAllIn(page: Page, language: Language): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  const said = (await wordsOn(page, language)).map(squeeze);
  expect(FOREIGN[language].filter((words) => said.some((text) => says(text, words)))).toEqual([]);
}

/** What a page, as it was sent, says in the other language; what it marks as being in that is left out. */
export function foreignWordsIn(html: string, language: Language): string[] {
  const text = html
    .replace(/<(script|style|noscript)\b.*?<\/\1>/gsu, " ")
    .replace(/<(\w+)[^>]*\slang="(?:en|cy)"[^>]*>(?!<head|<body).*?<\/\1>/gsu, (marked) =>
      marked.startsWith("<html") ? marked : " ",
    )
    .replace(/<[^>]*>/gu, "\n");
  const said = text.split("\n").map(squeeze);
  return FOREIGN[language].filter((words) => said.some((each) => says(each, words)));
}

/** Text and attributes that people read or hear, but for what is marked as being in the other language. */
async function wordsOn(page: Page, language: Language): Promise<string[]> {
  return page.evaluate((language) => {
    const isOurs = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement;
      return (
        element?.closest("[lang]")?.getAttribute("lang") === language &&
        element.closest("script, style, noscript, next-route-announcer") === null
      );
    };
    const words: string[] = [document.title];
    const walker = document.createTreeWalker(
      document.documentElement,
      NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    );
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (!isOurs(node)) continue;
      if (node instanceof Element) {
        for (const name of ["aria-label", "alt", "title", "placeholder"]) {
          const value = node.getAttribute(name);
          if (value !== null) words.push(value);
        }
      } else words.push(node.nodeValue ?? "");
    }
    return words.filter((text) => text.trim() !== "");
  }, language);
}

/** What the other language says and this one never does; the pieces between placeholders. */
function foreignWords(language: Language, other: Language): string[] {
  const own = [...allWords(language).values()].flatMap(pieces);
  return [...new Set([...allWords(other).values()].flatMap(pieces))].filter(
    (words) => words.length > 3 && !own.some((text) => says(text, words)),
  );
}

function pieces(message: string): string[] {
  return message
    .split(/\{[^}]*\}/u)
    .map(squeeze)
    .filter((piece) => piece !== "");
}

/** Words that have no business on a page in this language. */
const FOREIGN = { en: foreignWords("en", "cy"), cy: foreignWords("cy", "en") };

/** Long pieces anywhere; short ones only as the whole of a text, since words may be alike. */
function says(text: string, words: string): boolean {
  return words.length >= 12 ? text.includes(words) : text === words;
}

function squeeze(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
