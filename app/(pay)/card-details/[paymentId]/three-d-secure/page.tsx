import { redirect } from "next/navigation";
import { ButtonLink } from "@/components/button";
import { Inset } from "@/components/inset";
import { OneButtonForm } from "@/components/one-button-form";
import { OnwardForm } from "@/components/onward-form";
import { PageTemplate } from "@/components/page-template";
import { PaymentSummary } from "@/components/payment-summary";
import { ownerOf } from "@/components/service-name";
import { wordsIn } from "@/messages";
import { addressOf } from "../../../journey";
import { journeyOf, type PageProps } from "../journey-of";

/**
 * Hands the payer over to their bank's page. A card form's post cannot be redirected there: browsers apply its
 * page's form-action to redirects, and no card page knows beforehand which bank will ask. So this is a page of its
 * own, which goes on by itself where the payer has just sent their card, and waits for them however else they come.
 */
export default async function ThreeDSecurePage(props: PageProps) {
  const journey = await journeyOf(props, "started");
  const { language, paymentId, csrf, challenge } = journey;
  if (!challenge) redirect(addressOf(paymentId, "card-details"));
  const search = await props.searchParams;
  const goesOn = "onward" in search;
  const t = wordsIn(language);
  const title = t("threeDSecure.title");
  const owner = ownerOf(journey);
  const inHistory = addressOf(paymentId, "three-d-secure");

  return (
    <PageTemplate
      language={language}
      title={t("page.titleWithService", { title, service: owner.name })}
      owner={owner}
    >
      {goesOn && challenge.via === "redirect" && (
        <meta httpEquiv="refresh" content={`0; url=${challenge.url}`} />
      )}
      <div className="app-checkout">
        <div className="app-checkout__heading">
          <h1 className="govuk-heading-l">{title}</h1>
        </div>
        <PaymentSummary journey={journey} />
        <div className="app-checkout__form">
          {"unanswered" in search && (
            <Inset title={t("threeDSecure.unanswered")}>
              <p>{t("threeDSecure.unansweredHow")}</p>
            </Inset>
          )}
          <p className="govuk-body-l">{t("threeDSecure.how")}</p>
          <p className="govuk-body">{t("threeDSecure.nothingYet")}</p>
          {challenge.via === "redirect" ? (
            <ButtonLink id="continue" href={challenge.url}>
              {t("threeDSecure.continue")}
            </ButtonLink>
          ) : (
            <OnwardForm
              action={challenge.url}
              fields={challenge.fields}
              buttonId="continue"
              label={t("threeDSecure.continue")}
              sending={t("threeDSecure.sending")}
              byItself={goesOn ? { inHistory } : undefined}
            />
          )}
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
