import type { Page } from "@playwright/test";
import { testPng } from "@/domain/accounts/test-pictures";
import { createPayment } from "./support/api";
import { accountOfAdmin } from "./support/from-inside";
import { open } from "./support/payer";
import { expectAccessible, expectNoSidewaysScroll } from "./support/promises";
import { asAdmin } from "./support/staff";
import { DESKTOP, expect, PHONE, test } from "./support/test";

test.use({ viewport: DESKTOP });

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("an admin sees colours first, saves them with a logo, and payers get them", async ({
    page,
    context,
  }) => {
    await asAdmin(context);
    const { place } = await accountOfAdmin();
    await page.goto(`${place}/api-keys`);
    await page.getByLabel("Name").fill("Look");
    await page.getByRole("button", { name: "Create the key" }).click();
    const key = await page.locator(".app-inset code").innerText();
    await page.getByRole("link", { name: "Colours and logo" }).click();
    await expect(page.locator("figcaption")).toHaveText("What payers see now");

    await fill(page, "#808080", "#ffdd00");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.locator("#error-summary li")).toHaveCount(2);
    await expect(page.locator("#buttonColour-error")).toContainText(
      "a contrast of 1.3 to 1, and needs 7 to 1",
    );
    await expect(page.locator("#bannerColour")).toHaveValue("#808080");

    await fill(page, "3B2A5C", "#003078");
    await page.getByRole("button", { name: "See the colours first" }).click();
    await expect(page.locator("figcaption")).toContainText("nothing is saved yet");
    await expect(page.locator(".app-look .app-header")).toHaveCSS("background-color", "rgb(59, 42, 92)");
    await expect(page.locator(".app-look .govuk-button")).toHaveCSS("background-color", "rgb(0, 48, 120)");
    await expect(page.locator("body > .app-header")).toHaveCSS("background-color", "rgb(13, 59, 71)");
    await page.reload();
    await expect(page.locator("figcaption")).toHaveText("What payers see now");

    for (const [logo, words] of [
      [Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "must be a PNG, JPEG or WebP picture"],
      [testPng(8, 8), "at least 16 and at most 2000 pixels"],
      [Buffer.concat([testPng(50, 50), Buffer.alloc(101 * 1024)]), "The file must be smaller than 100 KB."],
      [
        Buffer.concat([testPng(50, 50), Buffer.alloc(5 * 1024 * 1024)]),
        "The file must be smaller than 100 KB.",
      ],
    ] as const) {
      await choose(page, logo);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.locator("#error-summary")).toContainText(words);
    }

    await fill(page, "3B2A5C", "#003078");
    await choose(page, testPng(120, 40));
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.locator(".app-done")).toHaveText("Payers see the new look from now on.");
    await expect(page.locator(".app-look img")).toHaveAttribute("width", "120");
    await expect(page.locator("#bannerColour")).toHaveValue("#3b2a5c");

    const payment = await createPayment({ key });
    await open(page, payment);
    await expect(page.locator(".app-header")).toHaveCSS("background-color", "rgb(59, 42, 92)");
    await expect(page.locator(".app-header img")).toBeVisible();

    await page.goto(`${place}/overview`);
    await page.getByRole("link", { name: "Colours and logo" }).click();
    await page.getByLabel("Remove it").check();
    await fill(page, "", "");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.locator(".app-look img")).toHaveCount(0);
    await expect(page.getByLabel("Remove it")).toHaveCount(0);
    await page.getByRole("link", { name: "Audit" }).click();
    await expect(page.getByRole("row").nth(1)).toContainText("Changed how the payment pages look");
    await expect(page.getByRole("row").nth(1)).toContainText("bannerColour: #3b2a5c");
  });
});

for (const viewport of [DESKTOP, PHONE]) {
  test(`a look and what is wrong with one can be read at ${viewport.width} pixels`, async ({
    page,
    context,
  }) => {
    await asAdmin(context);
    const { place } = await accountOfAdmin();
    await page.goto(`${place}/overview`);
    await page.getByRole("link", { name: "Colours and logo" }).click();
    await page.setViewportSize(viewport);
    for (const [banner, button] of [
      ["#ffdd00", "#5c1f4b"],
      ["red", "#ffffff"],
    ] as const) {
      await fill(page, banner, button);
      await page.getByRole("button", { name: "See the colours first" }).click();
      await expect(page.locator("#bannerColour")).toHaveValue(banner);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });
}

async function fill(page: Page, banner: string, button: string): Promise<void> {
  await page.locator("#bannerColour").fill(banner);
  await page.locator("#buttonColour").fill(button);
}

async function choose(page: Page, logo: Buffer): Promise<void> {
  await page.locator("#logo").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: logo });
}
