import { createPayment, getPayment, listEvents } from "./support/api";
import { CARDS } from "./support/cards";
import { whatTheBankDid } from "./support/ledger";
import { expectHeading, giveCard, hurryTo, open, pageOf } from "./support/payer";
import { expectAllIn, expectNoSidewaysScroll } from "./support/promises";
import { EVERY_SETTING } from "./support/settings";
import { expect, test } from "./support/test";
import { wordsIn } from "./support/words";

test.describe.configure({ mode: "parallel" });

for (const { name, language, use } of EVERY_SETTING) {
  test.describe(name, () => {
    test.use(use);

    test("a payer pays and is back at the service, at its return_url and nothing added", async ({
      page,
      site,
    }) => {
      const t = wordsIn(language);
      const path = `/done/PERMIT%2F1?language=${language}&x=a%20b&name=${encodeURIComponent(name)}`;
      const returnUrl = `${site.origin}${path}#receipt`;
      const payment = await createPayment({ language, return_url: returnUrl });
      expect(await listEvents(payment)).toEqual(["created"]);

      await open(page, payment);
      await expect(page).toHaveTitle(t("cardDetails.title"));
      await expectHeading(page, t("cardDetails.title"));
      await expect(page.locator("#amount")).toHaveText("£14.50");
      await expect(page.locator("#payment-description")).toHaveText("Borsetshire B4");
      await expectAllIn(page, language);
      await expectNoSidewaysScroll(page);
      expect(await listEvents(payment)).toEqual(["created", "started"]);

      await giveCard(page);
      await expectHeading(page, t("confirm.title"));
      await expect(page.locator("#main-content")).toContainText("Siân Parry-Jones");
      await expect(page.locator("#main-content")).toContainText("•••• •••• •••• 4242");
      await expectAllIn(page, language);
      await expectNoSidewaysScroll(page);
      expect(await listEvents(payment)).toEqual(["created", "started", "submitted"]);

      await page.locator("#confirm").click();
      await expect(page.locator("h1")).toHaveText("The service");
      expect(page.url()).toBe(returnUrl);
      const visits = site.visitsTo(path);
      expect(visits.map(({ method, body }) => [method, body])).toEqual([["GET", ""]]);
      expect(visits[0]?.headers.referer).toBeUndefined();

      expect(await listEvents(payment)).toEqual(["created", "started", "submitted", "success"]);
      expect(await getPayment(payment)).toMatchObject({
        state: { status: "success", finished: true },
        return_url: returnUrl,
        card_details: {
          cardholder_name: "Siân Parry-Jones",
          card_brand: "Visa",
          card_type: "credit",
          last_digits_card_number: 4242,
          first_digits_card_number: 424242,
          expiry_date: "11/39",
          billing_address: {
            line1: "7 Heol y Bont",
            line2: "Fflat 2",
            city: "Aberystwyth",
            postcode: "SY23 1AA",
            country: "GB",
          },
        },
        refund_summary: { status: "available", amount_available: 1450, amount_submitted: 0 },
      });

      await page.goto(pageOf(payment));
      await expectHeading(page, t("ended.success.title"));
      await expect(page.locator("#return-url")).toHaveText(t("ended.back"));
      await expectAllIn(page, language);
      await expectNoSidewaysScroll(page);
    });
  });
}

test("the bank takes the money once the payer has confirmed, and the service can see when", async ({
  context,
}) => {
  const payment = await createPayment();
  await hurryTo(context, payment, "confirmed");
  await expect
    .poll(async () => (await getPayment(payment)).settlement_summary)
    .toEqual({
      capture_submit_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u),
      captured_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/u),
    });
  expect(await whatTheBankDid(payment)).toEqual(["authorise", "capture"]);
});

test("with delayed capture the payer goes back too, and no money is taken", async ({ page, site }) => {
  const t = wordsIn("en");
  const payment = await createPayment({ delayed_capture: true, return_url: `${site.origin}/later` });
  await open(page, payment);
  await giveCard(page);
  await expect(page.locator("#main-content")).toContainText(t("confirm.takenLater"));
  await page.locator("#confirm").click();
  await expect(page).toHaveURL(`${site.origin}/later`);

  expect(await listEvents(payment)).toEqual(["created", "started", "submitted", "capturable"]);
  expect(await getPayment(payment)).toMatchObject({
    state: { status: "capturable", finished: false },
    settlement_summary: {},
    refund_summary: { status: "unavailable" },
    card_details: { card_brand: "Visa" },
  });
  await page.goto(pageOf(payment));
  await expectHeading(page, t("ended.authorised.title"));
  expect(await whatTheBankDid(payment)).toEqual(["authorise"]);
});

test("a bank that is slow to answer is waited for: with script by the page, without by the payer", async ({
  page,
  browser,
}) => {
  const [payment, welsh] = [await createPayment(), await createPayment({ language: "cy" })];
  const without = await browser.newContext({ javaScriptEnabled: false });
  const plain = await without.newPage();
  await Promise.all([open(page, payment), open(plain, welsh)]);
  await Promise.all([page, plain].map(async (each) => giveCard(each, { cardNo: CARDS.slow })));
  const [t, cy] = [wordsIn("en"), wordsIn("cy")];
  await expectHeading(page, t("waiting.title"));
  await expectHeading(plain, cy("waiting.title"));
  await expect(page.locator("#main-content")).toContainText(t("waiting.byItself"));
  await expect(plain.locator("#main-content")).not.toContainText(cy("waiting.byItself"));
  expect((await getPayment(payment)).state.status).toBe("started");

  await expect(page.locator("h1")).toHaveText(t("confirm.title"), { timeout: 30_000 });
  expect((await getPayment(payment)).state.status).toBe("submitted");
  await expect(async () => {
    await plain.locator("#check-again").click({ timeout: 1000 });
    await expect(plain.locator("h1")).toHaveText(cy("confirm.title"), { timeout: 500 });
  }).toPass({ timeout: 10_000 });
  await without.close();
});

test("the service's way of sending payers by a form works from its own site", async ({ page, site }) => {
  const payment = await createPayment({ return_url: `${site.origin}/posted` });
  const link = payment._links.next_url_post;
  const fields = Object.entries(link?.params ?? {}).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
  );
  const start = site.show(
    `/start/${payment.payment_id}`,
    `<form method="post" action="${link?.href}">${fields.join("")}<button>Pay</button></form>`,
  );
  await page.goto(start);
  await page.getByRole("button", { name: "Pay" }).click();
  await expectHeading(page, wordsIn("en")("cardDetails.title"));
  expect(new URL(page.url()).pathname).toBe(pageOf(payment));
  await giveCard(page);
  await page.locator("#confirm").click();
  await expect(page).toHaveURL(`${site.origin}/posted`);
});

test("what the service knows of the payer is filled in already", async ({ page }) => {
  const payment = await createPayment({
    email: "mary@example.org",
    prefilled_cardholder_details: {
      cardholder_name: "Mary O’Neill",
      billing_address: { line1: "1 Rue A", line2: "B", city: "Nantes", postcode: "44000", country: "FR" },
    },
  });
  await open(page, payment);
  const filledIn = await page.locator("#card-details").evaluate((form: HTMLFormElement) => {
    const { csrf: _, ...answers } = Object.fromEntries(new FormData(form));
    return answers;
  });
  expect(filledIn).toEqual({
    cardNo: "",
    expiryMonth: "",
    expiryYear: "",
    cardholderName: "Mary O’Neill",
    cvc: "",
    addressLine1: "1 Rue A",
    addressLine2: "B",
    addressCity: "Nantes",
    addressCountry: "FR",
    addressPostcode: "44000",
    email: "mary@example.org",
    emailAsTyped: "",
  });
});
