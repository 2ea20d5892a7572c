import { testPng } from "@/domain/accounts/test-pictures";
import { createPayment } from "./support/api";
import { accountWith } from "./support/from-inside";
import { hurryTo, open, pageOf } from "./support/payer";
import { expectAccessible, expectNoSidewaysScroll } from "./support/promises";
import { DESKTOP, expect, PHONE, test } from "./support/test";

test.describe.configure({ mode: "parallel" });

const LOOK = { bannerColour: "#ffdd00", buttonColour: "#5c1f4b", logo: testPng(120, 40) };

for (const [name, viewport] of [
  ["a phone", PHONE],
  ["a desktop", DESKTOP],
] as const) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport });

    test("a service's pages wear its colours and its logo, and can be read", async ({ page }) => {
      const key = await accountWith({}, LOOK);
      const payment = await createPayment({ key });
      await open(page, payment);
      const colourOf = async (selector: string, property: string) =>
        page
          .locator(selector)
          .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
      expect(await colourOf(".app-header", "background-color")).toBe("rgb(255, 221, 0)");
      expect(await colourOf(".app-header__service", "color")).toBe("rgb(20, 35, 43)");
      expect(await colourOf("#submit-card-details", "background-color")).toBe("rgb(92, 31, 75)");
      const logo = page.locator(".app-header img");
      await expect(logo).toHaveAttribute("alt", "");
      // Rejected where the picture is none.
      await logo.evaluate(async (img) => (img as HTMLImageElement).decode());
      await expect(page.locator(".app-header")).toContainText("Hire a village hall");
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);

      await hurryTo(page.context(), payment, "confirm");
      await page.goto(pageOf(payment, "confirm"));
      expect(await colourOf("#confirm", "background-color")).toBe("rgb(92, 31, 75)");
      await expectAccessible(page);
    });
  });
}

test("without a look of its own a service has the house's", async ({ page }) => {
  await open(page, await createPayment({ key: await accountWith({}) }));
  await expect(page.locator(".app-header")).toHaveCSS("background-color", "rgb(13, 59, 71)");
  await expect(page.locator("#submit-card-details")).toHaveCSS("background-color", "rgb(0, 87, 58)");
  await expect(page.locator("head style")).toHaveCount(0);
});

test("a logo is a picture and nothing else, and kept by browsers", async ({ page, request }) => {
  await open(page, await createPayment({ key: await accountWith({}, LOOK) }));
  const address = (await page.locator(".app-header img").getAttribute("src")) ?? "";
  const answer = await request.get(address);
  expect(answer.headers()).toMatchObject({
    "content-type": "image/png",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  });
  expect((await request.get(`${address}x`)).status()).toBe(404);
  expect((await request.post(address)).status()).toBe(405);
});
