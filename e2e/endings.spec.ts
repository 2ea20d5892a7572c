import type { Page } from "@playwright/test";
import { cancelAsService, createPayment, getPayment, listEvents, type Payment } from "./support/api";
import { accountWith, tick } from "./support/from-inside";
import { CARDS, type Card } from "./support/cards";
import { letTimeRunOut, whatTheBankDid } from "./support/ledger";
import { expectHeading, fillIn, giveCard, hurryTo, open, pageOf } from "./support/payer";
import { TWO_SETTINGS } from "./support/settings";
import { expect, test } from "./support/test";
import { wordsIn, type Language } from "./support/words";

test.describe.configure({ mode: "parallel" });

for (const { name, language, use } of TWO_SETTINGS) {
  test.describe(name, () => {
    test.use(use);

    const refusals: [string, Card][] = [
      ["is declined", "declined"],
      ["has expired at the bank", "expired"],
      ["has another code at the bank", "wrongCode"],
    ];
    for (const [what, card] of refusals) {
      test(`a card that ${what} ends the payment, and one press leads back to start again`, async ({
        page,
        site,
      }) => {
        const payment = await startAt(page, language, site.origin);
        await giveCard(page, { cardNo: CARDS[card] });
        await expectEnding(page, payment, language, "declined", "failed P0010");
        await expect(page.locator("#return-url")).toHaveText(wordsIn(language)("ended.startAgain"));
        await goBack(page, site.origin);
        expect(await getPayment(payment)).toMatchObject({
          state: { status: "failed", finished: true, message: "Payment method rejected" },
          refund_summary: { status: "unavailable" },
          card_details: { last_digits_card_number: Number(CARDS[card].slice(-4)) },
        });
        expect(await whatTheBankDid(payment)).toEqual(["authorise"]);
      });
    }

    test("a fault at the bank ends the payment as a technical problem", async ({ page, site }) => {
      const payment = await startAt(page, language, site.origin);
      await giveCard(page, { cardNo: CARDS.processingError });
      await expectEnding(page, payment, language, "problem", "error P0050");
      await goBack(page, site.origin);
    });

    test("a payer cancels instead of giving a card, and the bank hears of nothing", async ({
      page,
      site,
    }) => {
      const payment = await startAt(page, language, site.origin);
      await page.locator("#cancel-payment").click();
      await expectEnding(page, payment, language, "cancelledByYou", "failed P0030");
      await goBack(page, site.origin);
      expect(await whatTheBankDid(payment)).toEqual([]);
    });

    test("a payer cancels instead of confirming, and the bank lets go of the money", async ({
      page,
      site,
    }) => {
      const payment = await startAt(page, language, site.origin);
      await giveCard(page);
      await expectHeading(page, wordsIn(language)("confirm.title"));
      await page.locator("#cancel-payment").click();
      await expectEnding(page, payment, language, "cancelledByYou", "failed P0030");
      await expect(page.locator("#main-content")).toContainText(wordsIn(language)("ended.held"));
      await expect.poll(() => whatTheBankDid(payment)).toEqual(["authorise", "void"]);
    });

    test("a card given after the service has cancelled goes nowhere", async ({ page, site }) => {
      const payment = await startAt(page, language, site.origin);
      await fillIn(page);
      await cancelAsService(payment);
      await page.locator("#submit-card-details").click();
      await expectEnding(page, payment, language, "cancelledByService", "cancelled P0040");
      await goBack(page, site.origin);
      expect(await whatTheBankDid(payment)).toEqual([]);
    });

    test("a payment that the service cancels before Confirm is not taken", async ({ page, site }) => {
      const payment = await startAt(page, language, site.origin);
      await giveCard(page);
      await expectHeading(page, wordsIn(language)("confirm.title"));
      await cancelAsService(payment);
      await page.locator("#confirm").click();
      await expectEnding(page, payment, language, "cancelledByService", "cancelled P0040");
      await expect.poll(() => whatTheBankDid(payment)).toEqual(["authorise", "void"]);
    });

    test("a payment whose time runs out while the payer types takes no card any more", async ({
      page,
      site,
    }) => {
      const payment = await startAt(page, language, site.origin);
      await fillIn(page);
      await letTimeRunOut(payment);
      await page.locator("#submit-card-details").click();
      await expectEnding(page, payment, language, "expired", "failed P0020");
      await goBack(page, site.origin);
      expect(await whatTheBankDid(payment)).toEqual([]);
    });

    test("a payment whose time runs out before Confirm is not taken, and the money is let go", async ({
      page,
      site,
    }) => {
      const payment = await startAt(page, language, site.origin);
      await giveCard(page);
      await expectHeading(page, wordsIn(language)("confirm.title"));
      await letTimeRunOut(payment);
      await page.locator("#confirm").click();
      await expectEnding(page, payment, language, "expired", "failed P0020");
      await tick("void");
      expect(await whatTheBankDid(payment)).toEqual(["authorise", "void"]);
    });
  });
}

test("a link followed for the first time after the end shows how it ended", async ({ page }) => {
  const payment = await createPayment();
  await cancelAsService(payment);
  await open(page, payment);
  await expectHeading(page, wordsIn("en")("ended.cancelledByService.title"));
});

test("a link followed for the first time after its time has run out says that the payment expired", async ({
  page,
}) => {
  const payment = await createPayment({ language: "cy" });
  await letTimeRunOut(payment);
  await open(page, payment);
  await expectHeading(page, wordsIn("cy")("ended.expired.title"));
  expect(await listEvents(payment)).toEqual(["created", "failed P0020"]);
});

test("a fee for corporate cards is told before Confirm, and is part of what is paid", async ({
  page,
  site,
}) => {
  const key = await accountWith({ surchargeCreditPence: 250 });
  const payment = await createPayment({ key, return_url: `${site.origin}/fee` });
  await open(page, payment);
  await giveCard(page, { cardNo: CARDS.corporateCredit });
  await expectHeading(page, wordsIn("en")("confirm.title"));
  await expect(page.locator(".app-receipt")).toContainText("£2.50");
  await expect(page.locator("#amount")).toHaveText("£17.00");
  await page.locator("#confirm").click();
  await expect(page).toHaveURL(`${site.origin}/fee`);
  expect(await getPayment(payment, key)).toMatchObject({
    amount: 1450,
    corporate_card_surcharge: 250,
    total_amount: 1700,
    refund_summary: { amount_available: 1700 },
  });
  await page.goto(pageOf(payment, "ended"));
  await expect(page.locator("dl")).toContainText(/Amount£14\.50.*£2\.50Total£17\.00/u);
});

test("whoever is declined cannot try a second card in the same payment", async ({ context }) => {
  const payment = await createPayment();
  await hurryTo(context, payment, "confirm", { cardNo: CARDS.declined });
  await hurryTo(context, payment, "confirmed");
  expect(await listEvents(payment)).toEqual(["created", "started", "failed P0010"]);
  expect(await whatTheBankDid(payment)).toEqual(["authorise"]);
});

async function startAt(page: Page, language: Language, origin: string): Promise<Payment> {
  const payment = await createPayment({ language, return_url: `${origin}/back` });
  await open(page, payment);
  return payment;
}

type Ending = "declined" | "problem" | "cancelledByYou" | "cancelledByService" | "expired";

async function expectEnding(page: Page, payment: Payment, language: Language, ending: Ending, event: string) {
  const t = wordsIn(language);
  await expectHeading(page, t(`ended.${ending}.title`));
  await expect(page.locator("#main-content")).toContainText(t(`ended.${ending}.next`));
  await expect(page.locator("#main-content")).toContainText(t("ended.noMoney"));
  expect(new URL(page.url()).pathname).toBe(`/card-details/${payment.payment_id}/ended`);
  expect((await listEvents(payment)).at(-1)).toBe(event);
}

async function goBack(page: Page, origin: string) {
  await page.locator("#return-url").click();
  await expect(page).toHaveURL(`${origin}/back`);
}
