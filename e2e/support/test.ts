import { expect, test as base, type BrowserContext, type Response } from "@playwright/test";
import { AMEX_SECURITY_CODE, CARDS, SECURITY_CODE, spellings } from "./cards";
import { openServiceSite, type ServiceSite } from "./service-site";

export { expect };
export const PHONE = { width: 320, height: 640 } as const;
export const DESKTOP = { width: 1280, height: 900 } as const;

interface Watched {
  /** What a test's browser may complain about. */
  tolerated: RegExp | undefined;
  watch: void;
}

/**
 * Playwright's test with the public body's own site beside ours. Every page that any test is sent is read for card
 * numbers and security codes: none may ever come back. Nor may the browser complain: of a script that fails, or of
 * something that our Content-Security-Policy forbids.
 */
export const test = base.extend<Watched, { site: ServiceSite }>({
  tolerated: [undefined, { option: true }],
  site: [
    // Playwright wants a pattern, even an empty one.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const site = await openServiceSite();
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
  watch: [
    async ({ context, tolerated }, use) => {
      const echoes = watchForSecrets(context);
      const complaints = watchForComplaints(context);
      await use();
      expect(await echoes()).toEqual([]);
      expect(complaints.filter((complaint) => !tolerated?.test(complaint))).toEqual([]);
    },
    { auto: true },
  ],
});

/** A second payer, or the first with another browser, read for secrets too. */
export async function another(
  context: BrowserContext,
  use: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const other = await context.browser()?.newContext();
  if (!other) throw new Error("There is no browser.");
  const echoes = watchForSecrets(other);
  try {
    await use(other);
    expect(await echoes()).toEqual([]);
  } finally {
    await other.close();
  }
}

function watchForComplaints(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on("weberror", (error) => complaints.push(String(error.error())));
  context.on("console", (message) => {
    // That a page answers 403 is the tests' own business.
    const isStatus = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isStatus) complaints.push(message.text());
  });
  return complaints;
}

function watchForSecrets(context: BrowserContext): () => Promise<string[]> {
  const reading: Promise<string[]>[] = [];
  context.on("response", (response) => reading.push(secretsIn(response)));
  return async () => (await Promise.all(reading)).flat();
}

async function secretsIn(response: Response): Promise<string[]> {
  if (!/html|json|x-component/u.test(response.headers()["content-type"] ?? "")) return [];
  try {
    return findSecrets(await response.text()).map((secret) => `${secret} in ${response.url()}`);
  } catch {
    // The page was left before its text could be read.
    return [];
  }
}

/** Card numbers however written, and security codes where they stand alone as text or value. */
export function findSecrets(text: string): string[] {
  const numbers = Object.values(CARDS).filter((number) =>
    spellings(number).some((each) => text.includes(each)),
  );
  const codes = [SECURITY_CODE, AMEX_SECURITY_CODE].filter((code) =>
    new RegExp(`["'>\\s]${code}["'<\\s]`, "u").test(text),
  );
  return [...numbers, ...codes];
}
