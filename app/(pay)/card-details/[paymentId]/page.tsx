import { CardDetailsForm } from "@/components/card-details-form";
import { cardFormTexts } from "@/components/card-form-texts";
import { INPUT_IDS } from "@/components/card-form-fields";
import { cardLimits } from "@/components/card-limits";
import { DeviceCheck } from "@/components/device-check";
import { OneButtonForm } from "@/components/one-button-form";
import { PageTemplate } from "@/components/page-template";
import { PaymentSummary } from "@/components/payment-summary";
import { SavedCardInset } from "@/components/saved-card-inset";
import { ownerOf } from "@/components/service-name";
import { ServedTestCards } from "@/components/served-test-cards";
import { CARD_BRANDS } from "@/contract/card";
import { wordsIn } from "@/messages";
import { firstAnswers } from "./first-answers";
import { journeyOf, type PageProps } from "./journey-of";

/** Enter card details. */
export default async function CardDetailsPage(props: PageProps) {
  const journey = await journeyOf(props, "created", "started");
  const problems = "problem" in (await props.searchParams) ? journey.problems : [];
  const { language, service, paymentId, csrf } = journey;
  const t = wordsIn(language);
  const now = new Date();
  const collects = {
    collectsBillingAddress: service.collectsBillingAddress,
    collectsEmail: service.collectsEmail,
  };
  // Nothing is added to this page's title: callers' test suites compare it whole.
  const title = t("cardDetails.title");

  return (
    <PageTemplate
      language={language}
      title={problems.length > 0 ? t("page.titleWithError", { title }) : title}
      owner={ownerOf(journey)}
    >
      <div className="app-checkout">
        <CardDetailsForm
          language={language}
          action={`/card-details/${paymentId}`}
          csrf={csrf}
          collects={collects}
          now={now.toISOString()}
          brands={service.acceptedBrands}
          answers={firstAnswers(journey)}
          problems={problems}
          texts={cardFormTexts({
            language,
            collects,
            problems,
            brands: CARD_BRANDS,
            limits: cardLimits(journey),
            masksNumber: journey.masks.number,
            now,
          })}
          autofill={!journey.moto}
          masks={journey.masks}
          heading={
            <>
              <div className="app-checkout__heading">
                <h1 className="govuk-heading-l">{title}</h1>
                <p className="govuk-body">{t("cardDetails.nothingYet")}</p>
                <SavedCardInset journey={journey} />
                {!service.live && <ServedTestCards language={language} />}
              </div>
              <PaymentSummary journey={journey} />
            </>
          }
        >
          <OneButtonForm
            action={`/card-details/${paymentId}/cancel`}
            csrf={csrf}
            buttonId="cancel-payment"
            look="secondary"
            label={t("cardDetails.cancel")}
          />
        </CardDetailsForm>
        {journey.deviceCheck && (
          <DeviceCheck {...journey.deviceCheck} formId="card-details" numberId={INPUT_IDS.cardNo} />
        )}
      </div>
    </PageTemplate>
  );
}
