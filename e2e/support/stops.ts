import type { Page } from "@playwright/test";
import { accountWith } from "./from-inside";
import { cancelAsService, createAgreement, createPayment, type Wish } from "./api";
import { CARDS } from "./cards";
import { letTimeRunOut } from "./ledger";
import { giveCard, hurryTo, open, pageOf, type Answers } from "./payer";
import { confirmation, wrongCard, type ReadAloud } from "./read-aloud";
import type { Language, wordsIn } from "./words";

/** A page in one of its states, and how to come there. */
export interface Stop {
  name: string;
  heading: (t: ReturnType<typeof wordsIn>) => string;
  walkTo: (page: Page, language: Language) => Promise<void>;
  /** Where that is promised. */
  readAloud?: ReadAloud;
}

const LONG_WORD = "Trwyddedparciopreswylwyr".repeat(10);

/** Every state of every page that knows its payer's language. */
export const STOPS: readonly Stop[] = [
  cardPage("card details", async (page) => {
    // Also what is folded away.
    await page.locator("details").evaluateAll((all) => all.forEach((each) => each.setAttribute("open", "")));
  }),
  cardPage("card details, nothing filled in", (page) => failWith(page, everything(""))),
  {
    ...cardPage("card details, all of it wrong", (page) => failWith(page, WRONG)),
    readAloud: wrongCard,
  },
  cardPage("card details, card not accepted", (page) => failWith(page, { cardNo: CARDS.maestro })),
  cardPage("card details, email address asked about", (page) => failWith(page, { email: "sian@gmial.com" })),
  {
    name: "card details, saving the card, few cards accepted, names and a description that are one long word",
    heading: (t) => t("cardDetails.title"),
    walkTo: async (page, language) => {
      const settings = {
        recurringEnabled: true,
        acceptsCredit: false,
        acceptsPrepaid: false,
        acceptedBrands: ["visa" as const],
        collectsBillingAddress: false,
        collectsEmail: false,
      };
      const service = { nameEn: LONG_WORD, nameCy: LONG_WORD, organisation: LONG_WORD };
      const key = await accountWith(settings, {}, service);
      const agreement = await createAgreement("Borsetshire B4", key);
      const wish = { language, key, set_up_agreement: agreement, description: LONG_WORD };
      await open(page, await createPayment(wish));
    },
  },
  {
    name: "waiting for the bank",
    heading: (t) => t("waiting.title"),
    walkTo: async (page, language) => {
      const payment = await createPayment({ language });
      await hurryTo(page.context(), payment, "confirm", { cardNo: CARDS.slow });
      await page.goto(pageOf(payment));
    },
  },
  stop("3D Secure", (t) => t("threeDSecure.title"), { answers: { cardNo: CARDS.challenge } }),
  {
    name: "3D Secure, not answered",
    heading: (t) => t("threeDSecure.title"),
    walkTo: async (page, language) => {
      const payment = await createPayment({ language });
      await hurryTo(page.context(), payment, "confirm", { cardNo: CARDS.challenge });
      await page.goto(`${pageOf(payment, "three-d-secure")}?unanswered=1`);
    },
  },
  {
    name: "back from the bank",
    heading: (t) => t("backFromBank.title"),
    walkTo: async (page, language) => {
      const payment = await createPayment({ language });
      await hurryTo(page.context(), payment, "confirm", { cardNo: CARDS.challenge });
      await stayOn(page, "**/three-d-secure/complete");
      await page.goto(`${pageOf(payment, "three-d-secure")}/return`);
    },
  },
  {
    name: "on the way back to the service",
    heading: (t) => t("onward.title"),
    walkTo: async (page, language) => {
      const payment = await createPayment({ language });
      await hurryTo(page.context(), payment, "confirmed");
      await stayOn(page, "https://service.example.org/**");
      await page.goto(`/return/${payment.payment_id}`);
    },
  },
  { ...stop("confirm", (t) => t("confirm.title")), readAloud: confirmation },
  stop("confirm, money taken later", (t) => t("confirm.title"), { wish: { delayed_capture: true } }),
  {
    name: "confirm, with a fee, saving the card",
    heading: (t) => t("confirm.title"),
    walkTo: async (page, language) => {
      const key = await accountWith({ recurringEnabled: true, surchargeCreditPence: 250 });
      const agreement = await createAgreement("Borsetshire B4", key);
      const payment = await createPayment({ language, key, set_up_agreement: agreement });
      await hurryTo(page.context(), payment, "confirm", { cardNo: CARDS.corporateCredit });
      await page.goto(pageOf(payment));
    },
  },
  stop("success", (t) => t("ended.success.title"), { upTo: "confirmed" }),
  stop("authorised", (t) => t("ended.authorised.title"), {
    upTo: "confirmed",
    wish: { delayed_capture: true },
  }),
  stop("declined", (t) => t("ended.declined.title"), { answers: { cardNo: CARDS.declined } }),
  stop("technical problem", (t) => t("ended.problem.title"), { answers: { cardNo: CARDS.processingError } }),
  stop("cancelled by the payer", (t) => t("ended.cancelledByYou.title"), { upTo: "cancelled" }),
  ended("cancelled by the service", (t) => t("ended.cancelledByService.title"), cancelAsService),
  ended("expired", (t) => t("ended.expired.title"), letTimeRunOut),
  help("privacy"),
  help("cookies"),
  help("accessibility"),
];

/** Pages for readers whose language is not known. */
export const BOTH_LANGUAGES = [
  { name: "home", address: "/", status: 200, title: "home.title" },
  {
    name: "spent link",
    address: `/secure/${"a".repeat(52)}`,
    status: 403,
    title: "noEntry.linkProblem.title",
  },
  {
    name: "ended session",
    address: `/card-details/${"0".repeat(26)}`,
    status: 403,
    title: "noEntry.sessionProblem.title",
  },
  { name: "unknown page", address: "/no/such/page", status: 404, title: "noEntry.notFound.title" },
  { name: "too many tries", address: "/too-many", status: 429, title: "noEntry.tooMany.title" },
  {
    name: "too many tries, for a payment that waits",
    address: `/too-many?minutes=2&payment=${"0".repeat(26)}`,
    status: 429,
    title: "noEntry.tooMany.back",
  },
  { name: "our own fault", address: "/system-problem", status: 500, title: undefined },
] as const;

/** An answer to every question that is plainly not one. */
export const WRONG: Answers = {
  cardNo: CARDS.mistyped,
  expiryMonth: "13",
  expiryYear: "39",
  cardholderName: CARDS.visa,
  cvc: "12",
  addressLine1: CARDS.visaOther,
  addressLine2: CARDS.mastercard,
  addressCity: CARDS.debit,
  addressCountry: "GB",
  addressPostcode: "nowhere",
  email: "nobody",
};

/** The same answer to every question that is typed. */
export function everything(answer: string): Answers {
  return { ...Object.fromEntries(Object.keys(WRONG).map((field) => [field, answer])), addressCountry: "GB" };
}

async function failWith(page: Page, answers: Answers): Promise<void> {
  await giveCard(page, answers);
  await page.locator("#error-summary").waitFor();
}

/** Keeps a page that goes on by itself: where it goes has nothing to show. */
async function stayOn(page: Page, address: string): Promise<void> {
  await page.route(address, (route) => route.fulfill({ status: 204 }));
}

function cardPage(name: string, then: (page: Page) => Promise<void>): Stop {
  return {
    name,
    heading: (t) => t("cardDetails.title"),
    walkTo: async (page, language) => {
      await open(page, await createPayment({ language }));
      await then(page);
    },
  };
}

interface Way {
  upTo?: "confirm" | "confirmed" | "cancelled";
  wish?: Wish;
  answers?: Answers;
}

function stop(
  name: string,
  heading: Stop["heading"],
  { upTo = "confirm", wish = {}, answers = {} }: Way = {},
): Stop {
  return {
    name,
    heading,
    walkTo: async (page, language) => {
      const payment = await createPayment({ language, ...wish });
      await hurryTo(page.context(), payment, upTo, answers);
      await page.goto(pageOf(payment));
    },
  };
}

function ended(
  name: string,
  heading: Stop["heading"],
  end: (payment: Awaited<ReturnType<typeof createPayment>>) => Promise<void>,
): Stop {
  return {
    name,
    heading,
    walkTo: async (page, language) => {
      const payment = await createPayment({ language });
      await hurryTo(page.context(), payment, "confirm");
      await end(payment);
      await page.goto(pageOf(payment));
    },
  };
}

function help(topic: "privacy" | "cookies" | "accessibility"): Stop {
  return {
    name: `help, ${topic}`,
    heading: (t) => t(`help.${topic}.title`),
    walkTo: async (page, language) => {
      await page.goto(`/help/${topic}?lang=${language}`);
    },
  };
}
