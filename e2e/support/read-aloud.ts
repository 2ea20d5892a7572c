import type { wordsIn } from "./words";

type Words = ReturnType<typeof wordsIn>;

/** What a screen reader comes by on a page, in this order, by role and name; Playwright's notation. */
export type ReadAloud = (t: Words) => string;

/** The card page with everything wrong: first what is wrong, then each input with its own error before it. */
export const wrongCard: ReadAloud = (t) => {
  const error = (words: string) => `paragraph: "${t("page.errorPrefix")} ${words}"`;
  return snapshot(
    `alert:
  - heading "${t("page.problemSummary")}" [level=2]
  - list:
    - listitem:
      - ${link(t("problems.cardNo.invalid"))}
    - listitem:
      - ${link(t("problems.expiryMonth.invalid"))}`,
    `heading "${t("cardDetails.title")}" [level=1]`,
    `region "${t("payment.summary")}":
  - heading "${t("payment.summary")}" [level=2]
  - term: ${t("payment.description")}
  - definition
  - term: ${t("payment.total")}
  - definition: £14.50`,
    `list "${t("cardDetails.acceptedCards")}":
  - listitem: Visa`,
    error(t("problems.cardNo.invalid")),
    `textbox "${t("cardDetails.cardNumber")}" [invalid]`,
    `group "${t("cardDetails.expiryDate")}":
  - ${error(t("problems.expiryMonth.invalid"))}
  - textbox "${t("cardDetails.month")}" [invalid]
  - textbox "${t("cardDetails.year")}"`,
    error(t("problems.cardholderName.cardNumber")),
    `textbox "${t("cardDetails.nameOnCard")}" [invalid]`,
    error(t("problems.cvc.threeDigits")),
    `textbox "${t("cardDetails.securityCode")}" [invalid]`,
    `group "${t("cardDetails.billingAddress")}":
  - heading "${t("cardDetails.billingAddress")}" [level=2]
  - paragraph: ${t("cardDetails.billingAddressHint")}
  - ${error(t("problems.addressLine1.cardNumber"))}
  - textbox "${t("cardDetails.addressLine1")}" [invalid]
  - textbox "${t("cardDetails.addressLine2")}" [invalid]
  - textbox "${t("cardDetails.addressCity")}" [invalid]
  - combobox "${t("cardDetails.addressCountry")}"
  - textbox "${t("cardDetails.addressPostcode")}" [invalid]`,
    `heading "${t("cardDetails.contact")}" [level=2]`,
    error(t("problems.email.invalid")),
    `textbox "${t("cardDetails.email")}" [invalid]`,
    `button "${t("cardDetails.continue")}"`,
    `button "${t("cardDetails.cancel")}"`,
  );
};

/** The last look: what is paid, with which card, and only then the buttons. */
export const confirmation: ReadAloud = (t) =>
  snapshot(
    `heading "${t("confirm.title")}" [level=1]`,
    `region "${t("payment.summary")}":
  - term: ${t("payment.total")}
  - definition: £14.50`,
    `heading "${t("confirm.cardHeading")}" [level=2]`,
    `term: ${t("confirm.cardBrand")}`,
    `definition: ${t("brands.visa")}`,
    `term: ${t("confirm.cardNumber")}`,
    // The dots that stand for the other digits are nothing to hear.
    `definition: ${t("confirm.endingIn", { digits: "4242" })}`,
    `term: ${t("confirm.expiryDate")}`,
    `definition: 11/39`,
    `term: ${t("confirm.nameOnCard")}`,
    `definition: Siân Parry-Jones`,
    `term: ${t("confirm.billingAddress")}`,
    `definition: /^7 Heol y Bont Fflat 2 Aberystwyth SY23 1AA \\S/`,
    `term: ${t("confirm.email")}`,
    `definition: sian@example.org`,
    `button "${t("confirm.confirm")}"`,
    `button "${t("confirm.cancel")}"`,
  );

/** In quotes of its own: the words may have a colon. */
function link(words: string): string {
  return `'link "${words}"'`;
}

function snapshot(...parts: string[]): string {
  return parts.map((part) => `- ${part}`).join("\n");
}
