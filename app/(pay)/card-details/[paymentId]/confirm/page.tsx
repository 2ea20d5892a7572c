import { CardSummary } from "@/components/card-summary";
import { Inset } from "@/components/inset";
import { OneButtonForm } from "@/components/one-button-form";
import { PageTemplate } from "@/components/page-template";
import { PaymentSummary } from "@/components/payment-summary";
import { SavedCardInset } from "@/components/saved-card-inset";
import { ownerOf } from "@/components/service-name";
import { wordsIn } from "@/messages";
import { journeyOf, type PageProps } from "../journey-of";

/** Confirm your payment: the last look before any money moves. */
export default async function ConfirmPage(props: PageProps) {
  const journey = await journeyOf(props, "submitted");
  const { language, paymentId, csrf } = journey;
  const t = wordsIn(language);
  const title = t("confirm.title");
  const owner = ownerOf(journey);

  return (
    <PageTemplate
      language={language}
      title={t("page.titleWithService", { title, service: owner.name })}
      owner={owner}
    >
      <div className="app-checkout">
        <div className="app-checkout__heading">
          <h1 className="govuk-heading-l">{title}</h1>
        </div>
        <PaymentSummary journey={journey} />
        <div className="app-checkout__form">
          {journey.card && <CardSummary language={language} card={journey.card} />}
          <SavedCardInset journey={journey} />
          {journey.delayedCapture && (
            <Inset title={t("confirm.takenLater")}>
              <p>{t("confirm.takenLaterHow")}</p>
            </Inset>
          )}
          <OneButtonForm
            action={`/card-details/${paymentId}/confirm`}
            csrf={csrf}
            buttonId="confirm"
            label={t("confirm.confirm")}
            sending={t("confirm.sending")}
          />
          <OneButtonForm
            action={`/card-details/${paymentId}/cancel`}
            csrf={csrf}
            buttonId="cancel-payment"
            look="secondary"
            label={t("confirm.cancel")}
          />
        </div>
      </div>
    </PageTemplate>
  );
}
