import type { Journey, PageAddress } from "@/contract/page";
import { wordsIn, type Language } from "@/messages";
import { countryName } from "./country-options";
import { SummaryList } from "./summary-list";

type Card = NonNullable<Journey["card"]>;

/** The card as the payer gave it, as far as it may be shown. */
export function CardSummary({ language, card }: { language: Language; card: Card }) {
  const t = wordsIn(language);
  const { brand, billingAddress, email } = card;
  const rows = [
    ...(brand ? [{ key: t("confirm.cardBrand"), value: t(`brands.${brand}`) }] : []),
    {
      key: t("confirm.cardNumber"),
      value: (
        <HiddenNumber
          spoken={t("confirm.endingIn", { digits: card.lastDigits })}
          lastDigits={card.lastDigits}
        />
      ),
    },
    { key: t("confirm.expiryDate"), value: card.expiry },
    { key: t("confirm.nameOnCard"), value: card.cardholderName },
    ...(billingAddress
      ? [
          {
            key: t("confirm.billingAddress"),
            value: <Address address={billingAddress} language={language} />,
          },
        ]
      : []),
    ...(email === null ? [] : [{ key: t("confirm.email"), value: email }]),
  ];
  return (
    <section className="app-card-summary">
      <h2 className="govuk-heading-m">{t("confirm.cardHeading")}</h2>
      <SummaryList rows={rows} />
    </section>
  );
}

/** Always as many dots, whatever the number's length; screen readers hear the sentence instead. */
function HiddenNumber({ spoken, lastDigits }: { spoken: string; lastDigits: string }) {
  return (
    <>
      <span className="govuk-visually-hidden">{spoken}</span>
      <span className="app-card-number" aria-hidden="true">
        •••• •••• •••• {lastDigits}
      </span>
    </>
  );
}

function Address({ address, language }: { address: PageAddress; language: Language }) {
  const { line1, line2, city, postcode, country } = address;
  const lines = [line1, line2, city, postcode, countryName(country, language)].filter(Boolean);
  return lines.map((line, index) => (
    // Two lines may be alike.
    // oxlint-disable-next-line react/no-array-index-key
    <span key={index} className="app-line">
      {line}
    </span>
  ));
}
