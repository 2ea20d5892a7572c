import type { CardBrand } from "@/contract/card";
import { CARD_FORM_FIELDS, type CardFormField, type Collects, type Problem } from "@/contract/card-form";
import { wordsIn, type Language } from "@/messages";
import { problemTexts } from "./problem-texts";

/** The words that the card form needs in the browser: these and no other part of the catalogues. */
export type CardFormTexts = ReturnType<typeof cardFormTexts>;

interface Asked {
  language: Language;
  collects: Collects;
  problems: readonly Problem[];
  brands: readonly CardBrand[];
  /** Which cards the service does not take. */
  limits: readonly string[];
  /** The number is hidden as it is typed. */
  masksNumber: boolean;
  now: Date;
}

export function cardFormTexts({ language, collects, problems, brands, limits, masksNumber, now }: Asked) {
  const t = wordsIn(language);
  const aboutNumber = [...limits, ...(masksNumber ? [t("cardDetails.cardNumberMasked")] : [])];
  return {
    titleOnError: t("page.titleWithError", { title: t("cardDetails.title") }),
    problemSummary: t("page.problemSummary"),
    errorPrefix: t("page.errorPrefix"),
    acceptedCards: t("cardDetails.acceptedCards"),
    brandSeen: Object.fromEntries(
      brands.map((brand) => [brand, t("cardDetails.brandSeen", { brand: t(`brands.${brand}`) })]),
    ) as Partial<Record<CardBrand, string>>,
    cardNo: {
      label: t("cardDetails.cardNumber"),
      // Read with the input, so that nobody types a card in vain.
      ...(aboutNumber.length > 0 && { hint: aboutNumber.join(" ") }),
    },
    expiry: {
      legend: t("cardDetails.expiryDate"),
      hint: t("cardDetails.expiryHint", { year: String((now.getUTCFullYear() + 3) % 100) }),
      month: t("cardDetails.month"),
      year: t("cardDetails.year"),
    },
    cardholderName: { label: t("cardDetails.nameOnCard") },
    cvc: {
      label: t("cardDetails.securityCode"),
      hint: t("cardDetails.securityCodeHint"),
      hintThree: t("cardDetails.securityCodeHintThree"),
      hintFour: t("cardDetails.securityCodeHintFour"),
    },
    address: collects.collectsBillingAddress
      ? {
          legend: t("cardDetails.billingAddress"),
          hint: t("cardDetails.billingAddressHint"),
          addressLine1: { label: t("cardDetails.addressLine1") },
          addressLine2: { label: t("cardDetails.addressLine2") },
          addressCity: { label: t("cardDetails.addressCity") },
          addressCountry: { label: t("cardDetails.addressCountry") },
          addressPostcode: { label: t("cardDetails.addressPostcode") },
        }
      : null,
    contact: collects.collectsEmail
      ? {
          legend: t("cardDetails.contact"),
          email: { label: t("cardDetails.email"), hint: t("cardDetails.emailHint") },
        }
      : null,
    continue: t("cardDetails.continue"),
    sending: t("cardDetails.sending"),
    problems: problemTexts(language, askedFields(collects), problems),
  };
}

function askedFields({ collectsBillingAddress, collectsEmail }: Collects): CardFormField[] {
  return CARD_FORM_FIELDS.filter(
    (field) =>
      (collectsBillingAddress || !field.startsWith("address")) && (collectsEmail || field !== "email"),
  );
}
