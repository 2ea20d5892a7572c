import type { Page } from "@playwright/test";
import {
  captureAsService,
  chargeAgreement,
  createAgreement,
  createPayment,
  getPayment,
  keyOf,
  listEvents,
  payByTelephone,
  refundAll,
  type Payment,
  type Wish,
} from "./support/api";
import { CARDS } from "./support/cards";
import { comeBack, expectHeading, giveCard, open } from "./support/payer";
import { expect, test } from "./support/test";
import { TWO_SETTINGS } from "./support/settings";
import { wordsIn } from "./support/words";

test.describe.configure({ mode: "parallel" });

/** What a payer meets at each provider's bank, and what the API then tells. */
const PROVIDERS = [
  {
    name: "stripe",
    providerId: /^pi_/u,
    bank: "3D Secure test page",
    pass: "#test-source-authorize-3ds",
    fail: "#test-source-fail-3ds",
    /** Takes the card while its payer is there, and never again. */
    refusedLater: { cardNo: "4000002760003184", isProved: true },
  },
  {
    name: "worldpay",
    providerId: /^[0-9a-z]{26}-[ocmt]1$/u,
    bank: "Your bank wants to know that it is you",
    pass: "#challengeForm button",
    fail: "#failForm button",
    refusedLater: { cardNo: "5105105105105100", isProved: false },
  },
] as const;

/** Takes the card while its payer is there, and has no money later. */
const EMPTY_LATER = "4000000000000341";

for (const provider of PROVIDERS) {
  for (const { name: how, language, use } of TWO_SETTINGS) {
    test.describe(`at ${provider.name}: ${how}`, () => {
      test.use(use);
      const script = use.javaScriptEnabled;
      const t = wordsIn(language);

      async function start(wish: Wish = {}): Promise<{ payment: Payment; key: string }> {
        const key = keyOf(provider.name);
        return { key, payment: await createPayment({ key, language, ...wish }) };
      }

      async function answer(page: Page, what: "pass" | "fail"): Promise<void> {
        await expectHeading(page, provider.bank);
        await page.locator(provider[what]).click();
        if (provider.name === "worldpay" && !script) await page.locator("#returnForm button").click();
        await comeBack(page, script);
      }

      async function toTheBank(page: Page): Promise<{ payment: Payment; key: string }> {
        const started = await start();
        await open(page, started.payment);
        await giveCard(page, { cardNo: CARDS.challenge });
        await goOn(page);
        await expectHeading(page, provider.bank);
        return started;
      }

      /** A bank reached by a form waits for whoever has no script. */
      async function goOn(page: Page): Promise<void> {
        if (provider.name === "worldpay" && !script) await page.locator("#continue").click();
      }

      async function confirm(page: Page, wish: Wish, cardNo: string, isProved = false) {
        const { payment, key } = await start(wish);
        await open(page, payment);
        await giveCard(page, { cardNo });
        if (isProved) {
          await goOn(page);
          await answer(page, "pass");
        }
        await expectHeading(page, t("confirm.title"));
        await page.locator("#confirm").click();
        await expect(page).toHaveURL(wish.return_url ?? "");
        return { payment, key };
      }

      test("a payer pays, the money is taken, and all of it is given back", async ({ page, site }) => {
        const { payment, key } = await confirm(page, { return_url: `${site.origin}/paid` }, CARDS.visa);
        const captured = await untilCaptured(payment, key);
        expect(captured).toMatchObject({
          state: { status: "success", finished: true },
          payment_provider: provider.name,
          provider_id: expect.stringMatching(provider.providerId),
          refund_summary: { status: "available", amount_available: 1450 },
        });
        expect(await refundAll(payment, key)).toBe("success");
        expect((await getPayment(payment, key)).refund_summary).toEqual({
          status: "full",
          amount_available: 0,
          amount_submitted: 1450,
        });
      });

      test("a card is declined", async ({ page }) => {
        const { payment, key } = await start();
        await open(page, payment);
        await giveCard(page, { cardNo: CARDS.declined });
        await expectHeading(page, t("ended.declined.title"));
        expect(await listEvents(payment, key)).toEqual(["created", "started", "failed P0010"]);
      });

      test("a payer proves to their bank that it is them, and pays", async ({ page, site }) => {
        const wish = { return_url: `${site.origin}/proved` };
        const { payment, key } = await confirm(page, wish, CARDS.challenge, true);
        expect(await getPayment(payment, key)).toMatchObject({
          state: { status: "success" },
          authorisation_summary: { three_d_secure: { required: true } },
        });
      });

      test("a payer who cannot prove it is declined", async ({ page }) => {
        const { payment, key } = await toTheBank(page);
        await answer(page, "fail");
        await expectHeading(page, t("ended.declined.title"));
        expect(await listEvents(payment, key)).toEqual(["created", "started", "failed P0010"]);
      });

      test("a payer who turns back at the bank may cancel", async ({ page }) => {
        const { payment, key } = await toTheBank(page);
        await page.goto(`/card-details/${payment.payment_id}/three-d-secure`);
        await page.locator("#cancel-payment").click();
        await expectHeading(page, t("ended.cancelledByYou.title"));
        expect(await listEvents(payment, key)).toEqual(["created", "started", "failed P0030"]);
      });

      test("a payer who changes their mind before Confirm pays nothing", async ({ page }) => {
        const { payment, key } = await start();
        await open(page, payment);
        await giveCard(page);
        await page.locator("#cancel-payment").click();
        await expectHeading(page, t("ended.cancelledByYou.title"));
        expect((await getPayment(payment, key)).settlement_summary).toEqual({});
      });

      test("money that is to be taken later is taken when the service says so", async ({ page, site }) => {
        const wish = { return_url: `${site.origin}/later`, delayed_capture: true };
        const { payment, key } = await confirm(page, wish, CARDS.visa);
        expect((await getPayment(payment, key)).state.status).toBe("capturable");
        await captureAsService(payment, key);
        expect((await untilCaptured(payment, key)).state.status).toBe("success");
      });

      for (const [title, canRetry, card] of [
        ["has no money later may be tried again", true, { cardNo: EMPTY_LATER, isProved: false }],
        ["is refused later is not tried again", false, provider.refusedLater],
      ] as const) {
        test(`a saved card that ${title}`, async ({ page, site }) => {
          const key = keyOf(provider.name);
          const agreementId = await createAgreement("Membership", key);
          const wish = { return_url: `${site.origin}/joined`, set_up_agreement: agreementId };
          await confirm(page, wish, card.cardNo, card.isProved);
          const later = await chargeAgreement(agreementId, key);
          await expect
            .poll(async () => (await getPayment(later, key)).state)
            .toMatchObject({ status: "failed", code: "P0010", can_retry: canRetry });
        });
      }

      test("a saved card pays again and again", async ({ page, site }) => {
        const key = keyOf(provider.name);
        const agreementId = await createAgreement("Membership", key);
        const wish = { return_url: `${site.origin}/joined`, set_up_agreement: agreementId };
        await confirm(page, wish, CARDS.visa);
        for (const _ of ["once", "twice"]) {
          const later = await untilCaptured(await chargeAgreement(agreementId, key), key);
          expect(later.state.status).toBe("success");
        }
      });
    });
  }

  test(`at ${provider.name}: a card is paid with by telephone`, async () => {
    const key = keyOf(provider.name);
    const payment = await payByTelephone(key, CARDS.visa);
    expect(await listEvents(payment, key)).toEqual(["created", "submitted", "success"]);
    expect((await untilCaptured(payment, key)).provider_id).toMatch(provider.providerId);
  });
}

async function untilCaptured(payment: Payment, key: string): Promise<Payment> {
  await expect
    .poll(async () => (await getPayment(payment, key)).settlement_summary)
    .toMatchObject({
      capture_submit_time: expect.any(String),
      captured_date: expect.any(String),
    });
  return getPayment(payment, key);
}
