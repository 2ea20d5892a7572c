import type { BrowserContext, Page } from "@playwright/test";
import type { CardFormField } from "@/contract/card-form";
import { createPayment, getPayment, nextUrl, type Payment } from "./support/api";
import { AMEX_SECURITY_CODE, CARDS, inGroups } from "./support/cards";
import { accountWith } from "./support/from-inside";
import { whatTheBankDid } from "./support/ledger";
import {
  expectHeading,
  fillIn,
  giveCard,
  GOOD_ANSWERS,
  hurryTo,
  inputOf,
  INPUTS,
  open,
  pageOf,
  post,
  type,
  untilScripted,
  type Answers,
} from "./support/payer";
import {
  BY_NO_BROWSER,
  BY_SETTING,
  BY_THE_RULES,
  BY_THE_SERVER,
  type ProblemCase,
} from "./support/problem-cases";
import { WRONG } from "./support/stops";
import { expect, test } from "./support/test";
import { allWords, LANGUAGES, wordsIn, type Language } from "./support/words";

test.describe.configure({ mode: "parallel" });

const FIELDS = Object.keys(INPUTS) as CardFormField[];

test("the tests below meet every sentence that the form has to say", () => {
  const met = [BY_THE_RULES, BY_THE_SERVER, BY_NO_BROWSER, BY_SETTING]
    .flat()
    .map(([code]) => `problems.${code}`);
  const all = [...allWords("en").keys()].filter((key) => key.startsWith("problems."));
  expect(new Set(met)).toEqual(new Set(all));
});

for (const language of LANGUAGES) {
  test.describe(`without script, ${language}`, () => {
    test.use({ javaScriptEnabled: false });

    for (const [part, cases] of inParts([...BY_THE_RULES, ...BY_THE_SERVER, ...BY_NO_BROWSER])) {
      test(`what is wrong with ${part} is said beside the field and at the top`, async ({
        page,
        context,
      }) => {
        const payment = await createPayment({ language });
        await hurryTo(context, payment, "card");
        for (const [code, answers] of cases) {
          const sent = { ...GOOD_ANSWERS, ...answers };
          await send(context, page, pageOf(payment), sent);
          expect(await readForm(page)).toEqual(formWith(language, code, whatMayComeBack(sent)));
        }
        expect(await whatTheBankDid(payment)).toEqual([]);
      });
    }
  });

  test(`with script, ${language}, the same is said before anything is sent`, async ({ page }) => {
    await open(page, await createPayment({ language }));
    await untilScripted(page);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (!request.url().endsWith("/check-card")) sent.push(request.url());
    });
    await fillIn(page);
    // A number of no network is known to be none by now (card-look-up.spec.ts), so it would be said as well.
    const cases = BY_THE_RULES.filter(([, { cardNo }]) => cardNo !== CARDS.nobodys);
    for (const [code, answers] of language === "en" ? cases : oneOfEach(cases)) {
      await type(page, answers);
      await page.locator("#submit-card-details").click();
      const expected = formWith(language, code, { ...GOOD_ANSWERS, ...answers });
      await expect(async () => expect(await readForm(page)).toEqual(expected)).toPass({ timeout: 5000 });
      await expect(page.locator("#error-summary")).toBeFocused();
      await type(page, pick(GOOD_ANSWERS, Object.keys(answers) as CardFormField[]));
    }
    expect(sent).toEqual([]);
  });
}

test("what an account does not take is said of each kind of card", async ({ page, context }) => {
  for (const [code, settings, cardNo] of BY_SETTING) {
    const key = await accountWith(settings);
    const payment = await createPayment({ key });
    await hurryTo(context, payment, "card");
    const cvc = cardNo === CARDS.amex ? AMEX_SECURITY_CODE : GOOD_ANSWERS.cvc;
    const sent = { ...GOOD_ANSWERS, cardNo, cvc };
    await send(context, page, pageOf(payment), sent);
    expect(await readForm(page)).toEqual(formWith("en", code, whatMayComeBack(sent)));
  }
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("each entry of the summary leads to its input", async ({ page }) => {
      await open(page, await createPayment());
      await giveCard(page, WRONG);
      const links = page.locator("#error-summary a");
      await expect(links).toHaveCount(9);
      for (const link of await links.all()) {
        const href = (await link.getAttribute("href")) ?? "";
        await link.click();
        await expect(page.locator(href)).toBeFocused();
        await expect(page.locator(href)).toBeInViewport();
        await expect(page.locator(href)).toHaveAttribute("aria-invalid", "true");
      }
    });

    test("a payer puts right what was wrong and goes on", async ({ page }) => {
      const payment = await createPayment();
      await open(page, payment);
      await giveCard(page, WRONG);
      await expect(page).toHaveTitle(/^Error: /u);
      await giveCard(page);
      await expectHeading(page, wordsIn("en")("confirm.title"));
      expect((await getPayment(payment)).state.status).toBe("submitted");
    });

    test("a country that was chosen stays chosen while the rest is put right", async ({ page }) => {
      await open(page, await createPayment());
      await giveCard(page, { addressCountry: "FR", addressPostcode: "", cvc: "" });
      await expect(page.locator("#error-summary a")).toHaveCount(2);
      await expect(inputOf(page, "addressCountry")).toHaveValue("FR");
      await expect(inputOf(page, "addressCountry").locator("option")).toHaveCount(249);
      await fillIn(page, { addressCountry: "FR", addressPostcode: "75001" });
      await page.locator("#submit-card-details").click();
      await expectHeading(page, wordsIn("en")("confirm.title"));
      await expect(page.locator("#main-content")).toContainText("France");
    });

    test("an email address that was asked about is taken when it is sent again as it is", async ({
      page,
    }) => {
      await open(page, await createPayment());
      await giveCard(page, { email: "sian@gmial.com" });
      await expect(page.locator("#email-error")).toContainText("sian@gmail.com");
      // Without script number and code are empty again.
      await fillIn(page, { email: "sian@gmial.com" });
      await page.locator("#submit-card-details").click();
      await expectHeading(page, wordsIn("en")("confirm.title"));
      await expect(page.locator("#main-content")).toContainText("sian@gmial.com");
    });

    test("a problem is told once: a reload by hand of the form's own address is clean", async ({ page }) => {
      const payment = await createPayment();
      await open(page, payment);
      await giveCard(page, WRONG);
      await expect(page.locator("#error-summary")).toBeVisible();
      await page.goto(pageOf(payment));
      await expect(page.locator("#error-summary")).toHaveCount(0);
      await expect(page).toHaveTitle(wordsIn("en")("cardDetails.title"));
    });
  });
}

test("people write numbers, dates and postcodes in many ways, and all of them will do", async ({
  context,
}) => {
  const now = new Date();
  const thisMonth = { expiryMonth: String(now.getUTCMonth() + 1), expiryYear: String(now.getUTCFullYear()) };
  const ways: Answers[] = [
    { cardNo: ` ${inGroups(CARDS.visa)} ` },
    { cardNo: inGroups(CARDS.visa, "-") },
    { cardNo: inGroups(CARDS.visa, " – ") },
    { cardNo: CARDS.amex, cvc: ` ${AMEX_SECURITY_CODE} ` },
    { expiryMonth: "1", expiryYear: "2030" },
    thisMonth,
    { addressPostcode: "sy231aa" },
    { addressPostcode: "S Y 2 3 1 A A" },
    { addressCountry: "IE", addressPostcode: "D02 X285", addressLine2: "" },
    { cardholderName: "J 3PO", email: "o'neill+permits@sub.example.museum" },
  ];
  for (const answers of ways) {
    const payment = await createPayment();
    await hurryTo(context, payment, "confirm", answers);
    expect([answers, (await getPayment(payment)).state.status]).toEqual([answers, "submitted"]);
  }
});

test("with script the form knows the card's network while it is typed", async ({ page }) => {
  const t = wordsIn("en");
  await open(page, await createPayment());
  await untilScripted(page);
  const hint = page.locator("#cvc-hint");
  await expect(hint).toHaveText(t("cardDetails.securityCodeHint"));
  await inputOf(page, "cardNo").fill("37");
  await expect(hint).toHaveText(t("cardDetails.securityCodeHintFour"));
  await expect(page.locator(".app-brands__brand--seen")).toHaveText(["American Express"]);
  await expect(page.getByRole("status").filter({ hasText: "American Express" })).toHaveCount(1);
  await inputOf(page, "cardNo").fill("42");
  await expect(hint).toHaveText(t("cardDetails.securityCodeHintThree"));
  await expect(page.locator(".app-brands__brand--seen")).toHaveText(["Visa"]);
  await inputOf(page, "cardNo").fill("");
  await expect(page.locator(".app-brands__brand--seen")).toHaveCount(0);
});

test("browsers can fill the form in: every input says what it is for", async ({ page }) => {
  await open(page, await createPayment());
  const tokens = await Promise.all(
    FIELDS.map(async (field) => inputOf(page, field).getAttribute("autocomplete")),
  );
  expect(tokens).toEqual([
    "cc-number",
    "cc-exp-month",
    "cc-exp-year",
    "cc-name",
    "cc-csc",
    "billing address-line1",
    "billing address-line2",
    "billing address-level2",
    "billing country",
    "billing postal-code",
    "email",
  ]);
  for (const field of FIELDS) await expect(inputOf(page, field)).toHaveAttribute("name", field);
  await expect(page.locator("#card-details-wrap form#card-details")).toHaveCount(1);
});

test("countries are named in the payer's language, the United Kingdom first", async ({ page }) => {
  const firstOf = async (language: Language) => {
    await open(page, await createPayment({ language }));
    const options = inputOf(page, "addressCountry").locator("option");
    expect(await options.count()).toBeGreaterThan(240);
    return options.first().innerText();
  };
  expect([await firstOf("en"), await firstOf("cy")]).toEqual(["United Kingdom", "Y Deyrnas Unedig"]);
});

test.describe("while the page's script is still on its way", () => {
  test("what is typed stays, and the script knows it once it is there", async ({ page }) => {
    const payment = await createPayment();
    const letScriptsCome = await openWithoutScripts(page, payment);
    const typed = { ...GOOD_ANSWERS, addressCountry: "FR", addressPostcode: "75001" };
    await fillIn(page, typed);
    const seen = page.locator(".app-brands__brand--seen");
    await expect(seen).toHaveCount(0);
    letScriptsCome();
    await expect(seen).toHaveText(["Visa"]);
    for (const field of FIELDS) await expect(inputOf(page, field)).toHaveValue(typed[field]);
    await page.locator("#submit-card-details").click();
    await expectHeading(page, wordsIn("en")("confirm.title"));
    expect(await whatTheBankDid(payment)).toEqual(["authorise"]);
  });

  test("Continue as the very first thing says what is missing, and so does Enter after one key", async ({
    page,
  }) => {
    const payment = await createPayment();
    const letScriptsCome = await openWithoutScripts(page, payment);
    await page.locator("#submit-card-details").click();
    const problems = page.locator("#error-summary a");
    await expect(problems).not.toHaveCount(0);
    const all = await problems.count();
    await inputOf(page, "cardholderName").press("S");
    await page.keyboard.press("Enter");
    await expect(problems).toHaveCount(all - 1);
    letScriptsCome();
    await untilScripted(page);
    await expect(page.locator("#error-summary")).toBeFocused();
    expect(await whatTheBankDid(payment)).toEqual([]);
    await giveCard(page);
    await expectHeading(page, wordsIn("en")("confirm.title"));
  });

  test("a whole form sent with Enter, twice, is one authorisation", async ({ page }) => {
    const payment = await createPayment();
    const letScriptsCome = await openWithoutScripts(page, payment);
    await fillIn(page);
    await inputOf(page, "cvc").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    letScriptsCome();
    await expectHeading(page, wordsIn("en")("confirm.title"));
    expect(await whatTheBankDid(payment)).toEqual(["authorise"]);
  });
});

async function send(context: BrowserContext, page: Page, address: string, answers: Answers) {
  const answer = await post(context, address, answers);
  expect(answer.status()).toBe(303);
  await page.goto(answer.headers()["location"] ?? "");
}

/** The card page before its scripts have come. @returns lets them come. */
async function openWithoutScripts(page: Page, payment: Payment): Promise<() => void> {
  let letScriptsCome = () => {};
  const coming = new Promise<void>((resolve) => {
    letScriptsCome = resolve;
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    await coming;
    await route.continue();
  });
  await page.goto(nextUrl(payment), { waitUntil: "domcontentloaded" });
  return letScriptsCome;
}

/** The form and its errors, as a payer and their screen reader find them. */
async function readForm(page: Page) {
  return page.evaluate((fields) => {
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    const textOf = (element: Element | null) => element?.textContent?.replace(/\s+/gu, " ").trim() ?? "";
    const answerTo = (field: string) =>
      document.querySelector<HTMLInputElement | HTMLSelectElement>(`#card-details [name=${field}]`)?.value ??
      "";
    return {
      title: document.title,
      summary: all("#error-summary a").map((link) => [link.getAttribute("href"), textOf(link)]),
      beside: all(".govuk-error-message").map(textOf),
      invalid: all("[aria-invalid=true]").map((input) => [
        `#${input.id}`,
        (input.getAttribute("aria-describedby") ?? "")
          .split(" ")
          .map((id) => document.getElementById(id))
          .filter((element) => element?.matches(".govuk-error-message"))
          .map(textOf)
          .join(),
      ]),
      answers: Object.fromEntries(fields.map((field) => [field, answerTo(field)])),
    };
  }, FIELDS);
}

/** What the form has to look like with one problem. */
function formWith(language: Language, code: string, answers: Answers) {
  const t = wordsIn(language);
  const [field, why] = code.split(".") as [CardFormField, string];
  const sentence = (allWords(language).get(`problems.${code}`) ?? "").replace(
    "{suggestion}",
    "sian@gmail.com",
  );
  const beside = `${t("page.errorPrefix")} ${sentence}`;
  // These speak of the whole date.
  const wrong = why.startsWith("date") ? [INPUTS.expiryMonth, INPUTS.expiryYear] : [INPUTS[field]];
  return {
    title: t("page.titleWithError", { title: t("cardDetails.title") }),
    summary: [[INPUTS[field], sentence]],
    beside: [beside],
    invalid: wrong.map((id) => [id, beside]),
    answers,
  };
}

function pick(answers: Answers, fields: readonly CardFormField[]): Answers {
  return Object.fromEntries(
    Object.entries(answers).filter(([field]) => fields.includes(field as CardFormField)),
  );
}

/** Everything but number and code, and what might be one of them in the wrong box. */
function whatMayComeBack(sent: Answers): Answers {
  const kept = Object.entries(sent).map(([field, answer]) => {
    const digits = answer.replace(/\D/gu, "");
    const secret = digits.length >= 12 || (field === "cardholderName" && /^\d{3,4}$/u.test(answer));
    const dropped = field === "cardNo" || field === "cvc" || secret || answer.includes("\0");
    return [field, dropped ? "" : field === "addressCountry" && answer === "XX" ? "GB" : answer];
  });
  return Object.fromEntries(kept) as Answers;
}

/** The first case of each field. */
function oneOfEach(cases: readonly ProblemCase[]): ProblemCase[] {
  return inParts(cases)
    .map(([, [first]]) => first)
    .filter((each) => each !== undefined);
}

/** One group per field. */
function inParts(cases: readonly ProblemCase[]): [string, ProblemCase[]][] {
  const parts = new Map<string, ProblemCase[]>();
  for (const each of cases) {
    const [field = ""] = each[0].split(".");
    const part = field.startsWith("expiry")
      ? "the expiry date"
      : field.startsWith("address")
        ? "the address"
        : field;
    parts.set(part, [...(parts.get(part) ?? []), each]);
  }
  return [...parts];
}

test.describe("a page that something else has changed before its script came", () => {
  // React says that it has had to build the page anew.
  test.use({ tolerated: /Minified React error #418/u });

  test("is whole all the same: its countries, cards and footer, and the payer pays", async ({ page }) => {
    await page.addInitScript(() => {
      const meddle = new MutationObserver(() => {
        const form = document.querySelector("#card-details");
        if (!form?.querySelector("button")) return;
        meddle.disconnect();
        form.prepend(document.createElement("section"));
      });
      meddle.observe(document, { childList: true, subtree: true });
    });
    const rebuilt = page.waitForEvent("pageerror", ({ message }) => message.includes("#418"));
    await open(page, await createPayment());
    await rebuilt;
    await untilScripted(page);
    await expect(page.locator("#card-details > section")).toHaveCount(0);
    await expect(inputOf(page, "addressCountry")).toHaveValue("GB");
    await expect(inputOf(page, "addressCountry").locator("option")).toHaveCount(249);
    await expect(page.locator("#test-cards tr")).toHaveCount(30);
    await expect(page.locator("#brand-visa svg")).toHaveCount(1);
    await expect(page.locator("footer a")).toHaveCount(3);
    await giveCard(page);
    await expectHeading(page, wordsIn("en")("confirm.title"));
  });
});
