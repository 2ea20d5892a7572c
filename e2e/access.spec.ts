import type { Page } from "@playwright/test";
import { createPayment } from "./support/api";
import { open } from "./support/payer";
import {
  expectAccessible,
  expectAllIn,
  expectNoSidewaysScroll,
  expectStillAccessible,
} from "./support/promises";
import { BOTH_LANGUAGES, STOPS } from "./support/stops";
import { DESKTOP, expect, PHONE, test } from "./support/test";
import { allWords, LANGUAGES, wordsIn, type Language } from "./support/words";

test.describe.configure({ mode: "parallel" });
test.use({ viewport: DESKTOP });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    for (const language of LANGUAGES) {
      for (const { name, heading, walkTo, readAloud } of STOPS) {
        test(`${name}, ${language}: everybody can read and use it, on any screen, in their language`, async ({
          page,
        }) => {
          await walkTo(page, language);
          const title = heading(wordsIn(language));
          await expect(page.locator("h1")).toHaveText(title);
          await expect.poll(async () => page.title()).toContain(title);
          await expectErrorsLead(page, language);
          if (readAloud) await expect(page.locator("main")).toMatchAriaSnapshot(readAloud(wordsIn(language)));
          await expectDescribed(page);
          await expectAllIn(page, language);
          await expectAccessible(page);
          await onAPhone(page);
        });
      }
    }

    for (const { name, address, status, title } of BOTH_LANGUAGES) {
      test(`${name}: everybody can read it, on any screen, in both languages`, async ({ page }) => {
        const answer = await page.goto(address);
        expect(answer?.status()).toBe(status);
        await expect(page.locator("html")).toHaveAttribute("lang", "en");
        for (const language of LANGUAGES) {
          await expect(page.locator(`section[lang=${language}]`)).toBeVisible();
          if (title) await expect(page.locator("section")).toContainText([...both(title)]);
        }
        await expectAccessible(page);
        await onAPhone(page);
      });
    }
  });
}

test("the first press of Tab offers to skip to the content, and the rest follow the page", async ({
  page,
}) => {
  await open(page, await createPayment());
  const order: string[] = [];
  for (let press = 0; press < 15; press += 1) {
    await page.keyboard.press("Tab");
    order.push(
      await page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent || ""),
    );
    if (press === 0)
      await expect(page.getByRole("link", { name: wordsIn("en")("page.skip") })).toBeInViewport();
  }
  expect(order).toEqual([
    "Skip to main content",
    "Card numbers to test with",
    "card-no",
    "expiry-month",
    "expiry-year",
    "cardholder-name",
    "cvc",
    "address-line-1",
    "address-line-2",
    "address-city",
    "address-country",
    "address-postcode",
    "email",
    "submit-card-details",
    "cancel-payment",
  ]);
  await page.goto(page.url());
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.locator("#main-content")).toBeFocused();
});

test("colours that a reader has forced, and motion that they do without, are respected", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  const waiting = STOPS.find(({ name }) => name === "waiting for the bank");
  await waiting?.walkTo(page, "en");
  await expect(page.locator("h1")).toBeVisible();
  const moving = await page.evaluate(
    () =>
      document.getAnimations().filter((each) => Number(each.effect?.getComputedTiming().duration) > 10)
        .length,
  );
  expect(moving).toBe(0);
});

/** What is wrong is said in the browser's tab first, and each entry at the top leads to its input, once. */
async function expectErrorsLead(page: Page, language: Language) {
  const links = await page.locator("#error-summary a").evaluateAll((all) =>
    all.map((each) => {
      const input = document.querySelector(each.getAttribute("href") ?? "");
      return {
        to: each.getAttribute("href"),
        isInput: input?.matches("input, select") === true,
        isWrong: input?.getAttribute("aria-invalid") === "true",
      };
    }),
  );
  const prefix = wordsIn(language)("page.errorPrefix");
  expect((await page.title()).startsWith(prefix)).toBe(links.length > 0);
  expect(links.filter(({ isInput, isWrong }) => !isInput || !isWrong)).toEqual([]);
  expect(new Set(links.map(({ to }) => to)).size).toBe(links.length);
}

/** Every hint and error is read with the input, or the group of inputs, that it belongs to: hint first, then error. */
async function expectDescribed(page: Page) {
  const { written, heard } = await page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    const describing = all("form [aria-describedby]").map(
      (each) => each.getAttribute("aria-describedby") ?? "",
    );
    return {
      written: all("form :is(.govuk-hint, .govuk-error-message)").map(({ id }) => id),
      heard: [...new Set(describing.flatMap((ids) => ids.split(" ")))],
    };
  });
  expect(heard).toEqual(written);
}

async function onAPhone(page: Page) {
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectStillAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
}

/** What is too small for a finger: 44 pixels high, but for links in running text (WCAG 2.5.5). */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("button, input:not([type=hidden]), select, summary, a")]
      .filter((each) => each.checkVisibility() && !each.closest(".govuk-skip-link, p:has(> a)"))
      .filter((each) => Math.round(each.getBoundingClientRect().height) < 44)
      .map((each) => each.outerHTML.slice(0, 200)),
  );
}

function both(key: string): string[] {
  return LANGUAGES.map((language) => allWords(language).get(key) ?? key);
}
