import { expect, test as base, type BrowserContext, type Response } from "@playwright/test";
import { AMEX_SECURITY_CODE, CARDS, SECURITY_CODE, spellings } from "./cards";
import { openServiceSite, type ServiceSite } from "./service-site";

export { expect };
export const PHONE = { width: 320, height: 640 } as const;
export const DESKTOP = { width: 1280, height: 900 } as const;

/**
 * Playwright's test with the public body's own site beside ours. Every page that any test is sent is read for card
 * numbers and security codes: none may ever come back.
 */
export const test = base.extend<{ watchForSecrets: void }, { site: ServiceSite }>({
  site: [
    async ({ browserName: _ }, use) => {
      const site = await openServiceSite();
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
  watchForSecrets: [
    async ({ context }, use) => {
      const echoes = watch(context);
      await use();
      expect(await echoes()).toEqual([]);
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
  const echoes = watch(other);
  try {
    await use(other);
    expect(await echoes()).toEqual([]);
  } finally {
    await other.close();
  }
}

function watch(context: BrowserContext): () => Promise<string[]> {
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
  const numbers = Object.values(CARDS).filter((number) => spellings(number).some((each) => text.includes(each)));
  const codes = [SECURITY_CODE, AMEX_SECURITY_CODE].filter((code) =>
    new RegExp(`["'>\\s]${code}["'<\\s]`, "u").test(text),
  );
  return [...numbers, ...codes];
}
