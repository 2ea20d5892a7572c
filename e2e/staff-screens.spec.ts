import type { BrowserContext, Page } from "@playwright/test";
import { ADMIN_ROUTES, addressOf, type AdminRoute, type PageName } from "@/app/admin/routes";
import { emptyAccount, fullAccount, type Place } from "./support/full-account";
import { expectAccessible, expectNoSidewaysScroll } from "./support/promises";
import { asAdmin, asNewcomer } from "./support/staff";
import { DESKTOP, expect, PHONE, test } from "./support/test";

test.describe.configure({ mode: "parallel" });
test.use({ viewport: DESKTOP });

const PAGES = Object.entries<AdminRoute>(ADMIN_ROUTES)
  .filter(([, { is }]) => is === "page")
  .map(([name]) => name as PageName);

const visitorOf = (name: PageName) => {
  const { needs }: AdminRoute = ADMIN_ROUTES[name];
  return needs === "nobody" ? "anybody" : needs === "password" ? "newcomer" : "admin";
};
const INSIDE = PAGES.filter((name) => visitorOf(name) === "admin");

/** Where a list may be empty, which is a page of its own to look at. */
const LISTS = INSIDE.filter((name) => "nav" in ADMIN_ROUTES[name]);

/**
 * Each page of the table: by axe, and without scrolling sideways on a screen of 320 pixels (WCAG 1.4.10). What has
 * happened in an account comes about once for each worker.
 */
let full: Promise<Place> | undefined;
let empty: ReturnType<typeof emptyAccount> | undefined;

test.describe("with script", () => {
  for (const name of PAGES)
    test(`everybody can read and use ${name}`, async ({ page, context }) => {
      await visit(page, context, name);
      await expectAccessible(page);
      await page.setViewportSize(PHONE);
      await expectNoSidewaysScroll(page);
    });

  for (const name of LISTS)
    test(`everybody can read and use ${name} where nothing has happened yet`, async ({ page, context }) => {
      await asAdmin(context);
      await walkTo(page, name, await (empty ??= emptyAccount()));
      await expectAccessible(page);
      await page.setViewportSize(PHONE);
      await expectNoSidewaysScroll(page);
    });
});

test.describe("without script, on a small screen", () => {
  test.use({ viewport: PHONE });

  // Where scripts were turned off altogether, axe could not run either.
  test.beforeEach(async ({ context }) => context.route(/\.js(?:\?|$)/u, async (route) => route.abort()));

  for (const name of PAGES)
    test(`everybody can read and use ${name}`, async ({ page, context }) => {
      await visit(page, context, name);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });
});

test("the way to a service's other pages stands beside the page, and is folded up where there is no room", async ({
  page,
  context,
}) => {
  await visit(page, context, "payments");
  const link = page.getByRole("navigation", { name: "This service" }).getByRole("link", { name: "Reports" });
  const [there, content] = [await link.boundingBox(), await page.locator("main").boundingBox()];
  expect((there?.x ?? 0) + (there?.width ?? 0)).toBeLessThanOrEqual(content?.x ?? 0);
  await page.setViewportSize(PHONE);
  await expect(link).toBeHidden();
  await page.getByText("Menu: Payments").click();
  await expectAccessible(page);
  await link.click();
  await expect(page.locator("h1")).toHaveText("Reports");
});

test("what belongs to another service is nowhere to be seen", async ({ context }) => {
  await asAdmin(context);
  const theirs = await (full ??= fullAccount(context));
  const ours = await (empty ??= emptyAccount());
  const named = INSIDE.filter((name) => /\[(?:accountId|serviceId)\].*\[/u.test(ADMIN_ROUTES[name].path));
  for (const name of named) {
    const seen = await context.request.get(addressOf(name, theirs));
    expect([name, seen.status(), new URL(seen.url()).pathname]).toEqual([name, 200, addressOf(name, theirs)]);
    const hidden = await context.request.get(addressOf(name, { ...theirs, ...ours }));
    expect([name, hidden.status()]).toEqual([name, 404]);
  }
});

async function visit(page: Page, context: BrowserContext, name: PageName): Promise<void> {
  const visitor = visitorOf(name);
  if (visitor === "newcomer") await asNewcomer(context);
  if (visitor === "admin") await asAdmin(context);
  await walkTo(page, name, await (full ??= fullAccount(context)));
}

async function walkTo(page: Page, name: PageName, place: Partial<Place>): Promise<void> {
  const answer = await page.goto(addressOf(name, place));
  expect(new URL(page.url()).pathname).toBe(addressOf(name, place));
  expect(answer?.status()).toBe(200);
  await expect(page.locator("h1")).toBeVisible();
}
