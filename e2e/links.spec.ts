import type { Page } from "@playwright/test";
import { cancelAsService, createPayment, getPayment, nextUrl } from "./support/api";
import { BASE_URL } from "./support/environment";
import { whatTheBankDid } from "./support/ledger";
import { expectHeading, giveCard, hurryTo, open, pageOf } from "./support/payer";
import { another, expect, test } from "./support/test";
import { LANGUAGES, wordsIn } from "./support/words";

test.describe.configure({ mode: "parallel" });

test.describe("a link that is spent", () => {
  test("opens nothing in another browser, and says so in both languages", async ({ page, context }) => {
    const payment = await createPayment();
    await open(page, payment);
    await another(context, async (other) => {
      const stranger = await other.newPage();
      const answer = await stranger.goto(nextUrl(payment));
      expect(answer?.status()).toBe(403);
      await expectRefusal(stranger, "linkProblem");
      await expect(stranger.locator("body")).not.toContainText("Borsetshire B4");
    });
  });

  test("leads on in the same browser, to the page for the status", async ({ page, context }) => {
    const t = wordsIn("en");
    const payment = await createPayment();
    await open(page, payment);
    await open(page, payment);
    await expectHeading(page, t("cardDetails.title"));
    await giveCard(page);
    await expectHeading(page, t("confirm.title"));
    await open(page, payment);
    await expectHeading(page, t("confirm.title"));
    await context.request.post(pageOf(payment, "confirm"), { maxRedirects: 0 });
    await open(page, payment);
    await expectHeading(page, t("ended.success.title"));
  });

  test("still tells the same browser how the payment ended", async ({ page }) => {
    const payment = await createPayment({ language: "cy" });
    await open(page, payment);
    await cancelAsService(payment);
    await open(page, payment);
    await expectHeading(page, wordsIn("cy")("ended.cancelledByService.title"));
  });

  test("is spent by one of many visitors at once", async ({ playwright }) => {
    const payment = await createPayment();
    const visitors = await Promise.all(
      Array.from({ length: 8 }, async () => playwright.request.newContext()),
    );
    const answers = await Promise.all(
      visitors.map(async (visitor) => visitor.get(nextUrl(payment), { maxRedirects: 0 })),
    );
    expect(answers.map((answer) => answer.status()).sort()).toEqual([303, ...Array<number>(7).fill(403)]);
    await Promise.all(visitors.map(async (visitor) => visitor.dispose()));
  });
});

test("a payment is carried on in a second browser by a fresh link, and by both to one end", async ({
  page,
  context,
}) => {
  const t = wordsIn("en");
  const payment = await createPayment();
  await open(page, payment);
  const resumed = await getPayment(payment);
  expect(nextUrl(resumed)).not.toBe(nextUrl(payment));
  await another(context, async (other) => {
    const elsewhere = await other.newPage();
    await open(elsewhere, resumed);
    await expectHeading(elsewhere, t("cardDetails.title"));
    await giveCard(elsewhere);
    await expectHeading(elsewhere, t("confirm.title"));
    await giveCard(page);
    await expectHeading(page, t("confirm.title"));
    await elsewhere.locator("#cancel-payment").click();
    await expectHeading(elsewhere, t("ended.cancelledByYou.title"));
    await page.locator("#confirm").click();
    await expectHeading(page, t("ended.cancelledByYou.title"));
  });
  await expect.poll(async () => whatTheBankDid(payment)).toEqual(["authorise", "void"]);
});

test("a link made ready by reading the payment twice is the same link", async () => {
  const payment = await createPayment();
  expect(nextUrl(await getPayment(payment))).toBe(nextUrl(payment));
});

test.describe("a payment's pages", () => {
  test("are closed to a browser whose cookie is gone", async ({ page, context }) => {
    const payment = await createPayment();
    await open(page, payment);
    await context.clearCookies();
    const answer = await page.reload();
    expect(answer?.status()).toBe(403);
    await expectRefusal(page, "sessionProblem");
  });

  test("take no card from a browser whose cookie is gone", async ({ page, context }) => {
    const payment = await createPayment();
    await open(page, payment);
    await context.clearCookies();
    await giveCard(page);
    await expectRefusal(page, "sessionProblem");
    expect((await getPayment(payment)).state.status).toBe("started");
    expect(await whatTheBankDid(payment)).toEqual([]);
  });

  test("are closed to a payer who has another payment open", async ({ page }) => {
    const [mine, theirs] = [await createPayment(), await createPayment()];
    await open(page, mine);
    for (const address of [pageOf(theirs), pageOf(theirs, "confirm"), `/return/${theirs.payment_id}`]) {
      const answer = await page.goto(address);
      expect(answer?.status()).toBe(403);
      await expectRefusal(page, "sessionProblem");
    }
    for (const address of [pageOf(theirs), `${pageOf(theirs)}/cancel`, pageOf(theirs, "confirm")]) {
      expect((await page.request.post(address, { maxRedirects: 0 })).status()).toBe(403);
    }
    expect((await getPayment(theirs)).state.status).toBe("created");
  });

  test("of two payments in one browser do not mix, languages included", async ({ page, context }) => {
    const english = await createPayment({ amount: 1100 });
    const welsh = await createPayment({ amount: 2200, language: "cy" });
    await open(page, english);
    const second = await context.newPage();
    await open(second, welsh);
    await giveCard(page);
    await giveCard(second);
    await expectHeading(page, wordsIn("en")("confirm.title"));
    await expectHeading(second, wordsIn("cy")("confirm.title"));
    await expect(page.locator("#amount")).toHaveText("£11.00");
    await expect(second.locator("#amount")).toHaveText("£22.00");
    await second.locator("#cancel-payment").click();
    await expectHeading(second, wordsIn("cy")("ended.cancelledByYou.title"));
    expect((await getPayment(english)).state.status).toBe("submitted");
  });
});

test.describe("another site", () => {
  test("cannot make a payer's browser pay or cancel", async ({ page, context, site }) => {
    const payment = await createPayment();
    await hurryTo(context, payment, "confirm");
    for (const [name, address] of [
      ["confirm", pageOf(payment, "confirm")],
      ["cancel", `${pageOf(payment)}/cancel`],
    ] as const) {
      const trap = `<form method="post" action="${BASE_URL}${address}"><button>Win</button></form>`;
      await page.goto(site.show(`/trap/${name}/${payment.payment_id}`, trap));
      const answered = page.waitForResponse(BASE_URL + address);
      await page.getByRole("button", { name: "Win" }).click();
      expect((await answered).status()).toBe(403);
      await expectRefusal(page, "sessionProblem");
    }
    expect((await getPayment(payment)).state.status).toBe("submitted");
  });

  test("cannot post with the payer's cookie, whatever it says of itself", async ({ context }) => {
    const payment = await createPayment();
    await hurryTo(context, payment, "confirm");
    for (const headers of [
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site", Origin: BASE_URL },
      { Origin: "https://evil.example" },
      { "Sec-Fetch-Site": "cross-site", Origin: "null" },
    ]) {
      const answer = await context.request.post(pageOf(payment, "confirm"), { headers, maxRedirects: 0 });
      expect(answer.status()).toBe(403);
    }
    // An old browser that says only `null`: without the form's own token it stays out.
    const headers = { Origin: "null" };
    const answer = await context.request.post(pageOf(payment, "confirm"), { headers, maxRedirects: 0 });
    expect(answer.headers()["location"]).toMatch(/\/session-problem$/u);
    expect((await getPayment(payment)).state.status).toBe("submitted");
  });

  test.describe("with a frame", () => {
    test.use({ tolerated: /frame-ancestors|X-Frame-Options/u });

    test("cannot show our pages in it", async ({ page, site }) => {
      const payment = await createPayment();
      const frame = `<iframe src="${nextUrl(payment)}" title="Trap"></iframe>`;
      const refused = page.waitForEvent("console", (message) => /frame-ancestors/u.test(message.text()));
      await page.goto(site.show(`/frame/${payment.payment_id}`, frame));
      await refused;
      await expect(page.frameLocator("iframe").locator("#card-details")).toHaveCount(0);
    });
  });
});

test("a page that there is none of says so in both languages", async ({ page }) => {
  const payment = await createPayment();
  await open(page, payment);
  for (const address of [
    "/no/such/page",
    `${pageOf(payment)}/nothing`,
    "/card-details/nonsense",
    "/secure-ish",
  ]) {
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(404);
    await expectRefusal(page, "notFound");
  }
});

test("the way back changes nothing and leads nowhere else, whatever it is asked", async ({
  context,
  site,
}) => {
  const payment = await createPayment({ return_url: `${site.origin}/only` });
  await hurryTo(context, payment, "card");
  for (const query of ["", "?return_url=https://evil.example", "?status=success"]) {
    const answer = await context.request.get(`/return/${payment.payment_id}${query}`, { maxRedirects: 0 });
    expect(answer.status()).toBe(303);
    expect(answer.headers()["location"]).toBe(`${site.origin}/only`);
  }
  expect((await getPayment(payment)).state.status).toBe("started");
});

async function expectRefusal(page: Page, which: "linkProblem" | "sessionProblem" | "notFound") {
  await expect(page.locator("#main-content")).toBeVisible();
  for (const language of LANGUAGES) {
    const t = wordsIn(language);
    const section = page.locator(`section[lang=${language}]`);
    await expect(section).toContainText(t(`noEntry.${which}.title`));
    await expect(section).toContainText(t(`noEntry.${which}.next`));
    // The reference that staff find in the log.
    await expect(section).toContainText(/[0-9a-f]{8}-[0-9a-f-]{27}/u);
  }
}
