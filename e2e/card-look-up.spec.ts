import { createPayment, getPayment } from "./support/api";
import { CARDS, inGroups } from "./support/cards";
import { accountWith } from "./support/from-inside";
import {
  expectHeading,
  fillIn,
  giveCard,
  hurryTo,
  inputOf,
  open,
  pageOf,
  post,
  untilScripted,
} from "./support/payer";
import { expectAccessible, expectNoSidewaysScroll } from "./support/promises";
import { expect, PHONE, test } from "./support/test";
import { allWords, LANGUAGES, wordsIn } from "./support/words";

test.describe.configure({ mode: "parallel" });

for (const language of LANGUAGES) {
  test.describe(`on a phone, ${language}`, () => {
    test.use({ viewport: PHONE });

    test("what a corporate card costs is known before the form is sent", async ({ page }) => {
      const t = wordsIn(language);
      const key = await accountWith({ surchargeCreditPence: 250 });
      const payment = await createPayment({ key, language });
      await open(page, payment);
      await untilScripted(page);
      await expect(page.locator("#amount")).toHaveText("£14.50");
      await inputOf(page, "cardNo").pressSequentially(inGroups(CARDS.corporateCredit));
      const note = t("cardDetails.cardFee", { fee: "£2.50", total: "£17.00" });
      await expect(page.getByRole("status").filter({ hasText: note })).toBeVisible();
      await expect(page.locator("#fee")).toHaveText("£2.50");
      await expect(page.locator("#amount")).toHaveText("£17.00");
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);

      await inputOf(page, "cardNo").fill(CARDS.visa);
      await expect(page.locator("#amount")).toHaveText("£14.50");
      await expect(page.locator("#fee")).toHaveCount(0);

      await giveCard(page, { cardNo: CARDS.corporateCredit });
      await expectHeading(page, t("confirm.title"));
      await expect(page.locator("#amount")).toHaveText("£17.00");
      expect((await getPayment(payment, key)).corporate_card_surcharge).toBe(250);
    });

    test("that a card is not taken is a hint while it is typed, and an error only once it is sent", async ({
      page,
    }) => {
      const words = allWords(language).get("problems.cardNo.notAccepted.maestro") ?? "";
      await open(page, await createPayment({ language }));
      await untilScripted(page);
      await fillIn(page, { cardNo: CARDS.maestro });
      await expect(page.getByRole("status").filter({ hasText: words })).toBeVisible();
      await expect(page.locator("[aria-invalid], .govuk-error-message, #error-summary")).toHaveCount(0);
      await expect(page.locator(".app-brands__brand--seen")).toHaveCount(0);

      await page.locator("#submit-card-details").click();
      await expect(page.locator("#error-summary a")).toHaveText([words]);
      await expect(page.locator("#card-no-error")).toContainText(words);
      await expect(page.getByRole("status").filter({ hasText: words })).toHaveCount(0);
      // Nothing was sent, so nothing has to be typed again.
      await expect(inputOf(page, "cvc")).not.toHaveValue("");
      await inputOf(page, "cardNo").fill(CARDS.visa);
      await page.locator("#submit-card-details").click();
      await expectHeading(page, wordsIn(language)("confirm.title"));
    });
  });
}

test("without script the fee stands on the page where the payer confirms", async ({ page, context }) => {
  const key = await accountWith({ surchargeCreditPence: 250 });
  const payment = await createPayment({ key });
  await hurryTo(context, payment, "confirm", { cardNo: CARDS.corporateCredit });
  await page.goto(pageOf(payment));
  const summary = page.getByRole("region", { name: wordsIn("en")("payment.summary") });
  await expect(summary).toContainText("£14.50");
  await expect(summary.locator("#fee")).toHaveText("£2.50");
  await expect(summary.locator("#amount")).toHaveText("£17.00");
});

test("eleven digits are sent, never the number", async ({ page }) => {
  await open(page, await createPayment());
  await untilScripted(page);
  const sent: (string | null)[] = [];
  page.on("request", (request) => sent.push(request.postData()));
  const answered = page.waitForResponse(/\/check-card$/u);
  await inputOf(page, "cardNo").pressSequentially(inGroups(CARDS.visa));
  await answered;
  expect(sent).toHaveLength(1);
  expect(new URLSearchParams(sent[0] ?? "").get("digits")).toBe(CARDS.visa.slice(0, 11));
});

test("looking a card up is for the payment's own page, twenty times", async ({ context }) => {
  const payment = await createPayment();
  const look = async (digits: string, headers = {}) =>
    context.request.post(`${pageOf(payment)}/check-card`, { form: { digits }, headers });
  expect((await look("42424242424")).status()).toBe(403);
  await hurryTo(context, payment, "card");
  expect((await look("42424242424", { "Sec-Fetch-Site": "cross-site" })).status()).toBe(403);
  for (const digits of ["", "4242424242", CARDS.visa, "4242424242x"])
    expect((await look(digits)).status()).toBe(422);
  const answer = await look("42424242424");
  expect(answer.headers()["cache-control"]).toContain("no-store");
  expect(await answer.json()).toEqual({
    brand: "visa",
    type: "credit",
    corporate: false,
    prepaid: false,
    accepted: true,
    problem: null,
    surcharge: 0,
    words: { problem: null, surcharge: null },
  });
  for (let n = 1; n < 20; n += 1) expect((await look("42424242424")).status()).toBe(200);
  expect((await look("42424242424")).status()).toBe(429);
  await post(context, pageOf(payment), { cardNo: "" });
  await post(context, `${pageOf(payment)}/cancel`);
  expect((await look("42424242424")).status()).toBe(409);
});

test("without an answer to its question the form works all the same", async ({ page }) => {
  await page.route("**/check-card", (route) => route.abort());
  await open(page, await createPayment());
  await untilScripted(page);
  await giveCard(page);
  await expectHeading(page, wordsIn("en")("confirm.title"));
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("staff who type in a caller's card do not see it where the account says so", async ({ page }) => {
      const key = await accountWith({
        motoEnabled: true,
        motoMasksNumber: true,
        motoMasksSecurityCode: true,
      });
      const typeOf = async (moto: boolean) => {
        const payment = await createPayment({ key, moto });
        await open(page, payment);
        return Promise.all(
          (["cardNo", "cvc"] as const).map(async (field) => [
            await inputOf(page, field).getAttribute("type"),
            await inputOf(page, field).getAttribute("inputmode"),
            await inputOf(page, field).getAttribute("autocomplete"),
          ]),
        );
      };
      expect(await typeOf(false)).toEqual([
        [null, "numeric", "cc-number"],
        [null, "numeric", "cc-csc"],
      ]);
      expect(await typeOf(true)).toEqual([
        ["password", "numeric", "off"],
        ["password", "numeric", "off"],
      ]);
      await expectAccessible(page);
      await giveCard(page);
      await expectHeading(page, wordsIn("en")("confirm.title"));
    });
  });
}
