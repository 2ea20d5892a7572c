import type { Page } from "@playwright/test";
import { cancelAsService, createPayment, getPayment, listEvents, type Payment } from "./support/api";
import { CARDS } from "./support/cards";
import { letBankKnow, letTimeRunOut, moveBankTo, whatTheBankDid } from "./support/ledger";
import { answerBank, comeBack, expectHeading, giveCard, hurryTo, open, pageOf, post } from "./support/payer";
import { expectAccessible, expectAllIn, expectNoSidewaysScroll } from "./support/promises";
import { openServiceSite } from "./support/service-site";
import { EVERY_SETTING, TWO_SETTINGS } from "./support/settings";
import { another, expect, PHONE, test } from "./support/test";
import { wordsIn } from "./support/words";

test.describe.configure({ mode: "parallel" });

const AT_THE_BANK = "Is it you who is paying?";
const PROVED = ["authorise", "complete3ds"];

for (const { name, language, use } of EVERY_SETTING) {
  test.describe(name, () => {
    test.use(use);
    const script = use.javaScriptEnabled;
    const t = wordsIn(language);

    test("a payer passes their bank's check, confirms and is back at the service", async ({ page, site }) => {
      const payment = await createPayment({ language, return_url: `${site.origin}/proved` });
      await open(page, payment);
      await giveCard(page, { cardNo: CARDS.challenge });
      await expectHeading(page, AT_THE_BANK);
      await expect(page.locator("#main-content")).toContainText("£14.50");
      expect(await listEvents(payment)).toEqual(["created", "started"]);
      await answerBank(page, "Pass");
      await comeBack(page, script);
      await expectHeading(page, t("confirm.title"));
      await page.locator("#confirm").click();
      await expect(page).toHaveURL(`${site.origin}/proved`);
      expect(await getPayment(payment)).toMatchObject({
        state: { status: "success" },
        authorisation_summary: { three_d_secure: { required: true } },
      });
    });
  });
}

for (const { name, language, use } of TWO_SETTINGS) {
  test.describe(name, () => {
    test.use(use);
    const script = use.javaScriptEnabled;
    const t = wordsIn(language);

    async function toTheBank(page: Page, cardNo: string = CARDS.challenge): Promise<Payment> {
      const payment = await createPayment({ language });
      await open(page, payment);
      await giveCard(page, { cardNo });
      await expectHeading(page, AT_THE_BANK);
      return payment;
    }

    test("a payer who fails the check is declined", async ({ page }) => {
      const payment = await toTheBank(page);
      await answerBank(page, "Fail");
      await comeBack(page, script);
      await expectHeading(page, t("ended.declined.title"));
      expect(await listEvents(payment)).toEqual(["created", "started", "failed P0010"]);
      expect(await whatTheBankDid(payment)).toEqual(PROVED);
    });

    test("a payer who leaves the bank without an answer may go there again, or cancel", async ({ page }) => {
      const payment = await toTheBank(page);
      for (const _ of ["once", "twice"]) {
        await page.getByRole("link", { name: "Leave without answering" }).click();
        await comeBack(page, script);
        await expect(page.locator("#main-content")).toContainText(t("threeDSecure.unanswered"));
        await expectAllIn(page, language);
        await expectNoSidewaysScroll(page);
        await page.locator("#continue").click();
        await expectHeading(page, AT_THE_BANK);
      }
      await page.getByRole("link", { name: "Leave without answering" }).click();
      await comeBack(page, script);
      await page.locator("#cancel-payment").click();
      await expectHeading(page, t("ended.cancelledByYou.title"));
      await expect.poll(async () => whatTheBankDid(payment)).toEqual(["authorise", "void"]);
    });

    test("Back from the bank leads to a page that stays, and from there on", async ({ page }) => {
      const payment = await toTheBank(page);
      await page.goBack();
      await expectHeading(page, t("threeDSecure.title"));
      await page.reload();
      await expectHeading(page, t("threeDSecure.title"));
      await page.locator("#continue").click();
      await answerBank(page, "Pass");
      await comeBack(page, script);
      await expectHeading(page, t("confirm.title"));
      await page.goBack();
      await expect(page.locator("h1")).toHaveText(/./u);
      await page.goto(pageOf(payment, "three-d-secure"));
      await expectHeading(page, t("confirm.title"));
      expect(await whatTheBankDid(payment)).toEqual(PROVED);
    });

    test("in two tabs the bank is answered once, and both go where the payment is", async ({
      page,
      context,
    }) => {
      const payment = await toTheBank(page);
      const second = await context.newPage();
      await second.goto(pageOf(payment));
      await second.locator("#continue").click();
      await answerBank(second, "Pass");
      await comeBack(second, script);
      await expectHeading(second, t("confirm.title"));
      await answerBank(page, "Fail");
      await expectHeading(page, "There is nothing to approve");
      await page.goto(`${pageOf(payment, "three-d-secure")}/return`);
      await expectHeading(page, t("confirm.title"));
      expect(await whatTheBankDid(payment)).toEqual(PROVED);
    });

    test("a payer who comes back too late is told that their time is up", async ({ page }) => {
      const payment = await toTheBank(page);
      await letTimeRunOut(payment);
      await answerBank(page, "Pass");
      await expectHeading(page, t("ended.expired.title"));
      expect(await listEvents(payment)).toEqual(["created", "started", "failed P0020"]);
    });

    test("a bank on another site is reached by a form, and sends the payer back by one", async ({
      page,
      site,
    }) => {
      const payment = await createPayment({ language });
      await hurryTo(page.context(), payment, "confirm", { cardNo: CARDS.challenge });
      const acs = `/acs/${payment.payment_id}`;
      const back = new URL(`${pageOf(payment, "three-d-secure")}/return`, test.info().project.use.baseURL);
      site.show(
        acs,
        `<h1>A bank</h1><form method="post" action="${back.href}"><input type="hidden" name="TransactionId" value="1"><button>Done</button></form>`,
      );
      await moveBankTo(payment, site.origin + acs, "a request & more");
      await page.goto(`${pageOf(payment, "three-d-secure")}?onward=1`);
      if (!script) await page.locator("#continue").click();
      await expectHeading(page, "A bank");
      const [visit] = site.visitsTo(acs);
      expect(visit).toMatchObject({ method: "POST", body: "creq=a+request+%26+more" });
      expect(visit?.headers.referer).toBeUndefined();
      await page.goBack();
      await expectHeading(page, t("threeDSecure.title"));
      await page.locator("#continue").click();
      await letBankKnow(payment, "pass");
      await page.getByRole("button", { name: "Done" }).click();
      await comeBack(page, script);
      await expectHeading(page, t("confirm.title"));
    });

    test("a return_url that leads on to yet another site does not hold the payer up", async ({
      page,
      site,
    }) => {
      const elsewhere = await openServiceSite();
      const payment = await createPayment({
        language,
        return_url: site.redirect(`/moved/${language}`, `${elsewhere.origin}/receipt`),
      });
      await open(page, payment);
      await giveCard(page);
      await page.locator("#confirm").click();
      await expect(page).toHaveURL(`${elsewhere.origin}/receipt`);
      await page.goBack();
      await expectHeading(page, t("ended.success.title"));
      await elsewhere.close();
    });
  });
}

test("ten returns at once are one question to the bank", async ({ context }) => {
  const payment = await createPayment();
  await hurryTo(context, payment, "confirm", { cardNo: CARDS.challenge });
  await letBankKnow(payment, "pass");
  const complete = `${pageOf(payment, "three-d-secure")}/complete`;
  const answers = await Promise.all(Array.from({ length: 10 }, async () => post(context, complete)));
  expect(answers.map((answer) => answer.status())).toEqual(Array<number>(10).fill(303));
  await expect.poll(async () => whatTheBankDid(payment)).toEqual(PROVED);
  await expect.poll(async () => listEvents(payment)).toEqual(["created", "started", "submitted"]);
});

test("a payment cancelled while its payer is at the bank shows them so", async ({ page }) => {
  const payment = await createPayment();
  await open(page, payment);
  await giveCard(page, { cardNo: CARDS.challenge });
  await expectHeading(page, AT_THE_BANK);
  await cancelAsService(payment);
  await expect.poll(async () => whatTheBankDid(payment)).toEqual(["authorise", "void"]);
  await answerBank(page, "Pass");
  await expectHeading(page, "There is nothing to approve");
  await page.goto(pageOf(payment));
  await expectHeading(page, wordsIn("en")("ended.cancelledByService.title"));
});

test("a browser that never opened the payment is told nothing by the way back, and can do nothing", async ({
  context,
}) => {
  const payment = await createPayment({ language: "cy" });
  await hurryTo(context, payment, "confirm", { cardNo: CARDS.challenge });
  await letBankKnow(payment, "pass");
  await another(context, async (stranger) => {
    const page = await stranger.newPage();
    const back = `${pageOf(payment, "three-d-secure")}/return`;
    const answer = await stranger.request.get(back);
    expect(await answer.text()).not.toContain("csrf");
    await page.goto(back);
    await expectHeading(page, wordsIn("en")("noEntry.sessionProblem.title"));
  });
  expect(await whatTheBankDid(payment)).toEqual(["authorise"]);
});

test("everybody can use the sandbox's bank, before and after it is answered", async ({ page }) => {
  const payment = await createPayment();
  await open(page, payment);
  await giveCard(page, { cardNo: CARDS.challenge });
  await expectHeading(page, AT_THE_BANK);
  const bank = page.url();
  await expectAccessible(page);
  await letBankKnow(payment, "pass");
  await page.goto(bank);
  await expectHeading(page, "There is nothing to approve");
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: "Go back to the payment" }).click();
  await expectHeading(page, wordsIn("en")("confirm.title"));
  await page.goto(bank);
  await expectHeading(page, "There is nothing to approve");
});

test("both pages of the way back are read in both languages where the reader's is not known", async ({
  page,
}) => {
  await page.route("**/three-d-secure/complete", (route) => route.fulfill({ status: 204 }));
  await page.goto(`/card-details/${"0".repeat(26)}/three-d-secure/return`);
  for (const language of ["en", "cy"] as const) {
    await expect(page.locator(`section[lang=${language}]`)).toContainText(
      wordsIn(language)("backFromBank.how"),
    );
  }
  await expectAccessible(page);
});
