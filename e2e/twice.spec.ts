import { createPayment, getPayment, listEvents, type Payment } from "./support/api";
import { whatTheBankDid } from "./support/ledger";
import {
  expectHeading,
  fillIn,
  giveCard,
  GOOD_ANSWERS,
  hurryTo,
  open,
  pageOf,
  post,
  untilScripted,
} from "./support/payer";
import { expect, test } from "./support/test";
import { wordsIn } from "./support/words";

test.describe.configure({ mode: "parallel" });

const t = wordsIn("en");
const PAID = ["created", "started", "submitted", "success"];
const PAID_ONCE = ["authorise", "capture"];

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("two fast clicks on Continue are one authorisation", async ({ page }) => {
      const payment = await createPayment();
      await open(page, payment);
      if (javaScriptEnabled) await untilScripted(page);
      await fillIn(page);
      await page.locator("#submit-card-details").dblclick({ noWaitAfter: true });
      await expectHeading(page, t("confirm.title"));
      expect(await whatTheBankDid(payment)).toEqual(["authorise"]);
    });

    test("two fast clicks on Confirm are one payment", async ({ page, context, site }) => {
      const payment = await createPayment({ return_url: `${site.origin}/twice` });
      await hurryTo(context, payment, "confirm");
      await page.goto(pageOf(payment));
      if (javaScriptEnabled) await untilScripted(page);
      await page.locator("#confirm").dblclick({ noWaitAfter: true });
      await expect(page).toHaveURL(`${site.origin}/twice`);
      await expectPaidOnce(payment);
    });

    test("Back from Confirm shows Confirm again, never a form that is dead", async ({ page, site }) => {
      const payment = await createPayment({ return_url: `${site.origin}/back` });
      await open(page, payment);
      await giveCard(page);
      await expectHeading(page, t("confirm.title"));
      await page.goBack();
      await expectHeading(page, t("confirm.title"));
      expect(new URL(page.url()).pathname).toBe(pageOf(payment, "confirm"));
      await page.locator("#confirm").click();
      await expectPaidOnce(payment);
    });

    test("Back from the service shows that the payment is made", async ({ page, site }) => {
      const payment = await createPayment({ return_url: `${site.origin}/paid` });
      await open(page, payment);
      await giveCard(page);
      await page.locator("#confirm").click();
      await expect(page).toHaveURL(`${site.origin}/paid`);
      await page.goBack();
      await expectHeading(page, t("ended.success.title"));
      await page.goBack();
      await expectHeading(page, t("ended.success.title"));
      await expectPaidOnce(payment);
    });

    test("a reload never sends anything again", async ({ page }) => {
      const payment = await createPayment();
      await open(page, payment);
      await page.reload();
      await expectHeading(page, t("cardDetails.title"));
      await giveCard(page);
      await expectHeading(page, t("confirm.title"));
      await page.reload();
      await expectHeading(page, t("confirm.title"));
      expect(await whatTheBankDid(payment)).toEqual(["authorise"]);
      expect(await listEvents(payment)).toEqual(["created", "started", "submitted"]);
    });

    test("in two tabs the second goes where the first has gone", async ({ page, context, site }) => {
      const payment = await createPayment({ return_url: `${site.origin}/tabs` });
      await open(page, payment);
      const second = await context.newPage();
      await second.goto(pageOf(payment));
      await fillIn(second);
      await giveCard(page);
      await expectHeading(page, t("confirm.title"));
      await second.locator("#submit-card-details").click();
      await expectHeading(second, t("confirm.title"));
      await second.locator("#confirm").click();
      await expect(second).toHaveURL(`${site.origin}/tabs`);
      await page.locator("#confirm").click();
      await expect(page).toHaveURL(`${site.origin}/tabs`);
      await expectPaidOnce(payment);
    });
  });
}

test("ten cards sent at once are one authorisation", async ({ context }) => {
  const payment = await createPayment();
  await hurryTo(context, payment, "card");
  const answers = await Promise.all(
    Array.from({ length: 10 }, async () => post(context, pageOf(payment), GOOD_ANSWERS)),
  );
  expect(answers.map((answer) => answer.status())).toEqual(Array<number>(10).fill(303));
  expect(await whatTheBankDid(payment)).toEqual(["authorise"]);
  expect(await listEvents(payment)).toEqual(["created", "started", "submitted"]);
});

test("ten Confirms sent at once are one payment", async ({ context, site }) => {
  const payment = await createPayment({ return_url: `${site.origin}/ten` });
  await hurryTo(context, payment, "confirm");
  const answers = await Promise.all(
    Array.from({ length: 10 }, async () => post(context, pageOf(payment, "confirm"))),
  );
  // Whoever comes second is sent on just the same.
  expect(answers.map((answer) => answer.headers()["location"])).toEqual(
    Array<string>(10).fill(`/return/${payment.payment_id}`),
  );
  await expectPaidOnce(payment);
});

test("Confirm and Cancel pressed at once are one of the two", async ({ context }) => {
  const payment = await createPayment();
  await hurryTo(context, payment, "confirm");
  await Promise.all([
    post(context, pageOf(payment, "confirm")),
    post(context, `${pageOf(payment)}/cancel`),
    post(context, pageOf(payment, "confirm")),
    post(context, `${pageOf(payment)}/cancel`),
  ]);
  const { state } = await getPayment(payment);
  expect(["success", "failed"]).toContain(state.status);
  const then = state.status === "success" ? "capture" : "void";
  await expect.poll(async () => whatTheBankDid(payment)).toEqual(["authorise", then]);
});

test("a form sent after the payment is made changes nothing", async ({ context }) => {
  const payment = await createPayment();
  await hurryTo(context, payment, "confirmed");
  await post(context, pageOf(payment), GOOD_ANSWERS);
  await post(context, `${pageOf(payment)}/cancel`);
  await post(context, pageOf(payment, "confirm"));
  await expectPaidOnce(payment);
});

test("with script a button says that it has been pressed, and takes no second press", async ({ page }) => {
  const payment = await createPayment();
  await open(page, payment);
  await untilScripted(page);
  await fillIn(page);
  // A bank that never answers: the form is sent, and the page stays.
  await page.evaluate(() => {
    HTMLFormElement.prototype.submit = () => {
      document.body.dataset.sent = `${document.body.dataset.sent ?? ""}once `;
    };
  });
  for (const _ of [1, 2]) await page.locator("#submit-card-details").click();
  await expect(page.getByRole("status").filter({ hasText: t("cardDetails.sending") })).toBeVisible();
  await expect(page.locator("body")).toHaveAttribute("data-sent", "once ");
});

async function expectPaidOnce(payment: Payment) {
  await expect.poll(async () => listEvents(payment)).toEqual(PAID);
  await expect.poll(async () => whatTheBankDid(payment)).toEqual(PAID_ONCE);
}
