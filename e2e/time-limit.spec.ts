import { createPayment } from "./support/api";
import { leaveSeconds } from "./support/ledger";
import { expectHeading, hurryTo, inputOf, open, pageOf, untilScripted } from "./support/payer";
import { expectAccessible, expectNoSidewaysScroll } from "./support/promises";
import { expect, PHONE, test } from "./support/test";
import { LANGUAGES, wordsIn } from "./support/words";

test.describe.configure({ mode: "parallel" });
test.use({ viewport: PHONE });

const CLOCK = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "Europe/London" });

for (const language of LANGUAGES) {
  const t = wordsIn(language);

  test(`how long there is stands on the first page, by the clock of the United Kingdom, ${language}`, async ({
    page,
  }) => {
    const payment = await createPayment({ language });
    await open(page, payment);
    const [hour, minute] = CLOCK.format(new Date(Date.parse(payment.created_date) + 90 * 60_000)).split(":");
    const time = `${Number(hour) % 12 || 12}:${minute}${Number(hour) < 12 ? "am" : "pm"}`;
    await expect(page.locator(".app-receipt")).toContainText(t("payment.deadline", { time }));
  });

  test(`with script a payer is warned in time, and told when it is over, ${language}`, async ({ page }) => {
    const payment = await createPayment({ language });
    await page.clock.install();
    await open(page, payment);
    await leaveSeconds(payment, 400);
    await page.goto(pageOf(payment));
    await untilScripted(page);
    const warning = page.locator("output.app-time");
    await expect(warning).toBeEmpty();
    await page.clock.fastForward(110_000);
    const soon = t("payment.timeSoon", { time: "" }).slice(0, 25);
    await expect(warning).toContainText(soon);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    // What has the focus is never behind it (WCAG 2.4.11).
    for (const field of ["cardholderName", "addressCity", "email"] as const) {
      await inputOf(page, field).focus();
      const [input, bar] = [await inputOf(page, field).boundingBox(), await warning.boundingBox()];
      expect((input?.y ?? 0) + (input?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    }

    await leaveSeconds(payment, -1);
    await page.clock.fastForward(300_000);
    await expect(warning).toContainText(t("payment.timeOver"));
    // Nobody is moved: what was typed stays until the payer goes on.
    expect(new URL(page.url()).pathname).toBe(pageOf(payment));
    await warning.getByRole("link").click();
    await expectHeading(page, t("ended.expired.title"));
    await expect(page.locator("main")).toContainText(t("ended.noMoney"));
  });

  test.describe(`without script, ${language}`, () => {
    test.use({ javaScriptEnabled: false });

    test("a form sent too late leads to a page that says so, and takes nothing", async ({
      page,
      context,
    }) => {
      const payment = await createPayment({ language });
      await hurryTo(context, payment, "card");
      await page.goto(pageOf(payment));
      await leaveSeconds(payment, -1);
      await page.locator("#submit-card-details").click();
      await expectHeading(page, t("ended.expired.title"));
      await expect(page.locator("main")).toContainText(t("ended.noMoney"));
    });
  });
}
