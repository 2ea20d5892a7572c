import { CARD_TESTING } from "@/contract/limits";
import { createPayment, getPayment } from "./support/api";
import { CARDS } from "./support/cards";
import { accountWith } from "./support/from-inside";
import { whatTheBankDid } from "./support/ledger";
import { GOOD_ANSWERS, giveCard, hurryTo, inputOf, open, pageOf } from "./support/payer";
import { expectAccessible, expectNoSidewaysScroll } from "./support/promises";
import { expect, PHONE, test } from "./support/test";
import { LANGUAGES, wordsIn } from "./support/words";

test.use({ viewport: PHONE, tolerated: /429/u });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("a card that is tried too often is refused for a while, in words, and nothing is lost", async ({
      page,
      context,
    }) => {
      const key = await accountWith({ defendsAgainstCardTesting: true });
      for (let n = 0; n < CARD_TESTING.card.declines; n += 1)
        await hurryTo(context, await createPayment({ key }), "confirm", { cardNo: CARDS.declined });

      const payment = await createPayment({ key });
      await open(page, payment);
      const refused = page.waitForResponse((response) => response.status() === 429);
      await giveCard(page, { cardNo: CARDS.declined });
      await refused;
      for (const language of LANGUAGES) {
        const t = wordsIn(language);
        const section = page.locator(`section[lang=${language}]`);
        await expect(section).toContainText(t("noEntry.tooMany.title"));
        await expect(section).toContainText(t("noEntry.tooMany.nextIn", { minutes: 1 }));
      }
      await expectNoSidewaysScroll(page);
      if (javaScriptEnabled) await expectAccessible(page);
      expect(await whatTheBankDid(payment)).toEqual([]);

      await page.getByRole("link", { name: wordsIn("en")("noEntry.tooMany.back") }).click();
      await expect(page).toHaveURL(pageOf(payment));
      await expect(inputOf(page, "cardholderName")).toHaveValue(GOOD_ANSWERS.cardholderName);
      await expect(inputOf(page, "cardNo")).toHaveValue("");
      await giveCard(page, { cardNo: CARDS.visa });
      await expect(page.locator("h1")).toHaveText(wordsIn("en")("confirm.title"));
      expect((await getPayment(payment, key)).state.status).toBe("submitted");
    });
  });
}

test("the address may say a wait and a payment, and nothing that is neither", async ({ page }) => {
  const t = wordsIn("en");
  for (const query of [
    "?minutes=0&payment=x",
    "?minutes=2",
    "?payment=1&minutes=<b>",
    "?minutes=1e9&payment=//evil.example",
  ]) {
    await page.goto(`/too-many${query}`);
    await expect(page.locator("section[lang=en]")).toContainText(t("noEntry.tooMany.next"));
    await expect(page.locator("section a")).toHaveCount(0);
  }
});
