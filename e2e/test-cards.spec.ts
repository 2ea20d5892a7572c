import type { Page } from "@playwright/test";
import { TEST_CARDS, type TestOutcome } from "@/contract/test-cards";
import {
  chargeAgreement,
  createAgreement,
  createPayment,
  getPayment,
  listEvents,
  refundAll,
  type Payment,
} from "./support/api";
import { CARDS, inGroups } from "./support/cards";
import { accountWith } from "./support/from-inside";
import { answerBank, expectHeading, giveCard, inputOf, open } from "./support/payer";
import { expect, test } from "./support/test";
import { wordsIn } from "./support/words";

test.describe.configure({ mode: "parallel" });

const t = wordsIn("en");
const PAID = ["created", "started", "submitted", "success"];
const DECLINED = ["created", "started", "failed P0010"];
const FAULT = ["created", "started", "error P0050"];

interface Row {
  /** Whether the bank's page is shown, and passed. */
  proof?: true;
  events: string[];
  /** What only 3D Secure leaves behind. */
  threeDs?: boolean;
  /** Confirm may take its time. */
  slow?: true;
  afterwards?: Afterwards;
}

type Afterwards = (payment: Payment, key: string, agreementId: string) => Promise<void>;

const laterPayment =
  (canRetry: boolean): Afterwards =>
  async (_, key, agreementId) => {
    const later = await chargeAgreement(agreementId, key);
    await expect
      .poll(async () => (await getPayment(later, key)).state)
      .toMatchObject({ status: "failed", code: "P0010", can_retry: canRetry });
  };

/** What each kind of card does; another kind does not compile without its row. */
const ROWS: Readonly<Record<TestOutcome, Row>> = {
  success: { events: PAID },
  declined: { events: DECLINED },
  expiredCard: { events: DECLINED },
  wrongCode: { events: DECLINED },
  processingError: { events: FAULT },
  challengeThenAuthorised: { proof: true, events: PAID, threeDs: true },
  challengeThenDeclined: { proof: true, events: DECLINED, threeDs: true },
  challengeFails: { proof: true, events: DECLINED, threeDs: true },
  frictionless: { events: PAID, threeDs: false },
  disputedAndLost: { events: PAID },
  disputedAndWon: { events: PAID },
  refundsFail: {
    events: PAID,
    afterwards: async (payment, key) => expect(await refundAll(payment, key)).toBe("error"),
  },
  slow: { events: PAID, slow: true },
  laterDeclined: { events: PAID, afterwards: laterPayment(false) },
  laterInsufficientFunds: { events: PAID, afterwards: laterPayment(true) },
};

const HEADINGS: Readonly<Record<string, string>> = {
  success: t("ended.success.title"),
  failed: t("ended.declined.title"),
  error: t("ended.problem.title"),
};

const SURCHARGES = { surchargeCreditPence: 250, surchargeDebitPence: 100, surchargePrepaidDebitPence: 7 };

for (const card of TEST_CARDS.filter(({ brand }) => brand !== "maestro")) {
  const { number, outcome } = card;
  test(`the test card ${inGroups(number)} does what it promises: ${outcome}`, async ({ page, site }) => {
    const { proof, events, threeDs, slow, afterwards } = ROWS[outcome];
    const key = await accountWith({ recurringEnabled: true, ...SURCHARGES });
    const agreementId = await createAgreement("Membership", key);
    const payment = await createPayment({
      key,
      return_url: `${site.origin}/card`,
      ...(afterwards && { set_up_agreement: agreementId }),
    });
    await open(page, payment);
    await giveCard(page, { cardNo: number, cvc: card.brand === "american-express" ? "9471" : "947" });
    if (slow) await expectHeading(page, t("waiting.title"));
    if (proof) await answerBank(page, "Pass");
    if (events === PAID) await confirm(page, site.origin);
    else await expectHeading(page, HEADINGS[events.at(-1)?.split(" ")[0] ?? ""] ?? "");
    expect(await listEvents(payment, key)).toEqual(events);
    const after = await getPayment(payment, key);
    expect(after.authorisation_summary).toEqual(
      threeDs === undefined ? undefined : { three_d_secure: { required: threeDs } },
    );
    expect(after.corporate_card_surcharge).toBe(surchargeOf(card));
    await afterwards?.(payment, key, agreementId);
  });
}

test("a card of a brand that is not accepted is a problem of the form", async ({ page }) => {
  const payment = await createPayment();
  await open(page, payment);
  await giveCard(page, { cardNo: CARDS.maestro });
  await expect(inputOf(page, "cardNo")).toHaveAttribute("aria-invalid", "true");
  expect(await listEvents(payment)).toEqual(["created", "started"]);
});

test("a card that is none of the sandbox's ends in an error", async ({ page }) => {
  const payment = await createPayment();
  await open(page, payment);
  await giveCard(page, { cardNo: "4929420573595709" });
  await expectHeading(page, t("ended.problem.title"));
  expect(await listEvents(payment)).toEqual(FAULT);
});

async function confirm(page: Page, origin: string): Promise<void> {
  await expect(page.locator("h1")).toHaveText(t("confirm.title"), { timeout: 40_000 });
  await page.locator("#confirm").click();
  await expect(page).toHaveURL(`${origin}/card`);
}

function surchargeOf({ corporate, type, prepaid }: (typeof TEST_CARDS)[number]): number | undefined {
  if (!corporate) return undefined;
  if (prepaid) return SURCHARGES.surchargePrepaidDebitPence;
  return type === "credit" ? SURCHARGES.surchargeCreditPence : SURCHARGES.surchargeDebitPence;
}
