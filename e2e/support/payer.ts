import { expect, type APIResponse, type BrowserContext, type Page } from "@playwright/test";
import type { CardFormField } from "@/contract/card-form";
import { nextUrl, type Payment } from "./api";
import { CARDS, SECURITY_CODE } from "./cards";

export type Answers = Partial<Record<CardFormField, string>>;

/** Other people's test suites rely on these ids. */
export const INPUTS: Readonly<Record<CardFormField, string>> = {
  cardNo: "#card-no",
  expiryMonth: "#expiry-month",
  expiryYear: "#expiry-year",
  cardholderName: "#cardholder-name",
  cvc: "#cvc",
  addressLine1: "#address-line-1",
  addressLine2: "#address-line-2",
  addressCity: "#address-city",
  addressCountry: "#address-country",
  addressPostcode: "#address-postcode",
  email: "#email",
};

/** A payer whose answers are all fine; the card does as its number says. */
export const GOOD_ANSWERS: Readonly<Record<CardFormField, string>> = {
  cardNo: CARDS.visa,
  expiryMonth: "11",
  expiryYear: "39",
  cardholderName: "Siân Parry-Jones",
  cvc: SECURITY_CODE,
  addressLine1: "7 Heol y Bont",
  addressLine2: "Fflat 2",
  addressCity: "Aberystwyth",
  addressCountry: "GB",
  addressPostcode: "SY23 1AA",
  email: "sian@example.org",
};

/** The address of one of a payment's pages. */
export function pageOf(
  { payment_id: id }: Payment,
  page: "" | "confirm" | "waiting" | "ended" | "three-d-secure" = "",
): string {
  return page === "" ? `/card-details/${id}` : `/card-details/${id}/${page}`;
}

export function inputOf(page: Page, field: CardFormField) {
  return page.locator(INPUTS[field]);
}

/** The payer follows the link that the service gave them. */
export async function open(page: Page, payment: Payment): Promise<void> {
  await page.goto(nextUrl(payment));
}

/** Types into the card form; what is not in `answers` is filled in well. */
export async function fillIn(page: Page, answers: Answers = {}): Promise<void> {
  await type(page, { ...GOOD_ANSWERS, ...answers });
}

/** Types these answers and leaves the others as they are. */
export async function type(page: Page, answers: Answers): Promise<void> {
  for (const [field, answer] of Object.entries(answers) as [CardFormField, string][]) {
    if (field === "addressCountry") await inputOf(page, field).selectOption(answer);
    else await inputOf(page, field).fill(answer);
  }
}

/** Fills in the card form and presses Continue. */
export async function giveCard(page: Page, answers: Answers = {}): Promise<void> {
  await fillIn(page, answers);
  await page.locator("#submit-card-details").click();
}

/** Waits until the page's script has taken over, for promises that only it can keep. */
export async function untilScripted(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const form = document.querySelector("form");
    return form !== null && Object.keys(form).some((key) => key.startsWith("__reactProps"));
  });
}

/** The payer up to a page of their journey, by the shortest way: plain requests with the browser's cookies. */
export async function hurryTo(
  context: BrowserContext,
  payment: Payment,
  stop: "card" | "confirm" | "confirmed" | "cancelled",
  answers: Answers = {},
): Promise<void> {
  await context.request.get(nextUrl(payment));
  if (stop === "card") return;
  const form = { ...GOOD_ANSWERS, ...answers };
  if (stop === "cancelled") await post(context, `${pageOf(payment)}/cancel`);
  else await post(context, pageOf(payment), form);
  if (stop === "confirmed") await post(context, pageOf(payment, "confirm"));
}

/** A form sent without a browser around it. @returns the answer itself, not where it leads. */
export async function post(
  context: BrowserContext,
  address: string,
  form: Answers = {},
): Promise<APIResponse> {
  return context.request.post(address, { form, maxRedirects: 0 });
}

/** The page that the payer is on, by its heading. */
export async function expectHeading(page: Page, heading: string): Promise<void> {
  await expect(page.locator("h1")).toHaveText(heading);
}

/** What the payer tells the sandbox's bank, on its page. */
export async function answerBank(page: Page, answer: "Pass" | "Fail"): Promise<void> {
  await page.getByRole("button", { name: `${answer} authentication`, exact: true }).click();
}

/** Back from the bank: with script the page goes on by itself, without the payer does. */
export async function comeBack(page: Page, script: boolean): Promise<void> {
  if (!script) await page.locator("#continue").click();
}
