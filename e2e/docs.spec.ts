import { expect, test, type Page } from "@playwright/test";
import { OPERATIONS } from "@/contract/operations";
import { expectAccessible, expectNoSidewaysScroll, expectStillAccessible } from "./support/promises";
import { DESKTOP, PHONE } from "./support/test";

// Playwright's own test: ours looks for card numbers that come back, and here they are printed to be tried.
test.describe.configure({ mode: "parallel" });
test.use({ viewport: DESKTOP });

const GUIDES = {
  "/docs": "About this service",
  "/docs/quick-start": "Quick start",
  "/docs/taking-payments": "Taking payments",
  "/docs/telephone-orders": "Telephone orders",
  "/docs/recurring-payments": "Recurring payments",
  "/docs/refunds": "Refunds and disputes",
  "/docs/webhooks": "Webhooks",
  "/docs/errors": "Errors and retrying",
  "/docs/test-cards": "Test cards",
  "/docs/going-live": "Going live",
  "/docs/api": "How the API works",
  "/docs/api/objects": "Objects",
  "/docs/api/create-payment": "Create a payment",
  "/docs/api/search-payments": "Search payments",
  "/docs/api/send-card": "Send the card details of a telephone order",
} as const;

for (const [path, heading] of Object.entries(GUIDES)) {
  test(`${path}: everybody can read it, on any screen`, async ({ page }) => {
    const complaints = complaintsOf(page);
    expect((await page.goto(path))?.status()).toBe(200);
    await expect(page.locator("h1")).toHaveText(heading);
    await expect(page).toHaveTitle(`${heading} - Exchequer documentation`);
    await expect(page.locator("nav:visible [aria-current=page]")).toHaveText(heading);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(PHONE);
    await expectStillAccessible(page);
    await expectNoSidewaysScroll(page);
    expect(complaints).toEqual([]);
  });
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the contents lead to a page for each operation, and each link to something", async ({ page }) => {
    await page.goto("/docs/api");
    for (const { path, summary } of Object.values(OPERATIONS)) {
      await page.locator("nav:visible").getByRole("link", { name: summary, exact: true }).click();
      await expect(page.locator("h1")).toHaveText(summary);
      await expect(page.locator(".app-endpoint")).toContainText(path);
      for (const part of ["Request", "Examples", "Answers", "Refusals"]) {
        await expect(page.getByRole("heading", { level: 2, name: part })).toBeVisible();
      }
    }
    for (const path of Object.keys(GUIDES)) await expectLinksToLead(page, path);
  });

  test("on a phone the contents unfold above the page", async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto("/docs");
    await page.getByText("Contents of the documentation").click();
    await page.locator("nav:visible").getByRole("link", { name: "Quick start" }).click();
    await expect(page.locator("h1")).toHaveText("Quick start");
  });
});

test("an operation's page has each reason to refuse, its status, its code and what is at fault", async ({
  page,
}) => {
  await page.goto("/docs/api/create-payment");
  const { rules, refusals } = OPERATIONS.createPayment;
  const rows = await page.locator("#refusals ~ table tbody tr").allInnerTexts();
  for (const { status, code, ...price } of [...Object.values(rules), ...Object.values(refusals)]) {
    const at = "field" in price ? price.field : "header" in price ? price.header : "";
    const told = rows.some((row) => [String(status), code, at].every((part) => row.includes(part)));
    expect(told ? [] : [status, code, at]).toEqual([]);
  }
});

test("what is not there is not found", async ({ page }) => {
  for (const path of ["/docs/nothing", "/docs/api/nothing", "/docs/api/createPayment"]) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.locator("h1")).toBeVisible();
  }
});

test("the description is published for machines, and names this service", async ({ request, baseURL }) => {
  const answer = await request.get("/v1/openapi.json");
  expect(answer.status()).toBe(200);
  expect(await answer.json()).toMatchObject({ openapi: "3.1.0", servers: [{ url: baseURL }] });
});

function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  return complaints;
}

async function expectLinksToLead(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const links = await page
    .locator("main a[href]")
    .evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).getAttribute("href") ?? ""));
  // Others' sites are theirs to keep up, and out of reach of a machine without the internet.
  const ours = links.filter((link) => !/^https?:\/\//u.test(link));
  for (const link of new Set(ours)) {
    const [address = "", anchor] = link.split("#");
    const answer = await page.request.get(address || path);
    expect([link, answer.status()]).toEqual([link, 200]);
    if (anchor !== undefined) expect(await answer.text()).toContain(`id="${anchor}"`);
  }
}
