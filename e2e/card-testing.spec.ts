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
      expect((await refused).headers()["retry-after"]).toBe("60");
      for (const language of LANGUAGES) {
        const t = wordsIn(language);
        const section = page.locator(`section[lang=${language}]`);
        await expect(section).toContainText(t("noEntry.tooMany.title"));
        await expect(section).toContainText(t("noEntry.tooMany.nextIn", { minutes: 1 }));
      }
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
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

test("cards tried from one address are counted together, whatever address a header claims", async ({
  context,
}) => {
  const key = await accountWith({ defendsAgainstCardTesting: true });
  // Never the same card too often, nor its issuer's declined too large a share: the address alone is to blame.
  const declined = [CARDS.declined, CARDS.expired, CARDS.wrongCode];
  const cards: string[] = [];
  for (let n = 0; n < CARD_TESTING.address.declines; n += 1) {
    if (n > 0 && n % 2 === 0) cards.push(CARDS.processingError);
    cards.push(declined[n % 3] ?? "");
  }
  const tryCard = async (n: number, cardNo: string) => {
    const payment = await createPayment({ key });
    await hurryTo(context, payment, "card");
    const answer = await context.request.post(pageOf(payment), {
      form: { ...GOOD_ANSWERS, cardNo },
      headers: { "X-Forwarded-For": `198.51.100.${n}` },
      maxRedirects: 0,
    });
    return answer.headers()["location"];
  };
  for (const [n, card] of cards.entries()) expect(await tryCard(n, card)).toMatch(/^\/card-details\//u);
  expect(await tryCard(99, CARDS.visa)).toMatch(/^\/too-many\?minutes=1&payment=/u);
});

test("machines are told for how long to wait, as payers are", async ({ request }) => {
  const payment = "0".repeat(26);
  for (const [minutes, seconds] of [
    [2, "120"],
    [1_000_000, String(CARD_TESTING.longestDelayMinutes * 60)],
  ] as const) {
    for (const method of ["GET", "HEAD"]) {
      const answer = await request.fetch(`/too-many?minutes=${minutes}&payment=${payment}`, { method });
      expect([answer.status(), answer.headers()["retry-after"]]).toEqual([429, seconds]);
    }
  }
});

test("the address may say a wait and a payment, and nothing that is neither", async ({ page }) => {
  const t = wordsIn("en");
  for (const query of [
    "?minutes=0&payment=x",
    "?minutes=2",
    "?payment=1&minutes=<b>",
    "?minutes=1e9&payment=//evil.example",
  ]) {
    const answer = await page.goto(`/too-many${query}`);
    expect(answer?.headers()["retry-after"]).toBe(String(CARD_TESTING.shortestDelaySeconds));
    await expect(page.locator("section[lang=en]")).toContainText(t("noEntry.tooMany.next"));
    await expect(page.locator("section a")).toHaveCount(0);
  }
});
