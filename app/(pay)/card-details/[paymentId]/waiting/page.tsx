import { PageTemplate } from "@/components/page-template";
import { PaymentSummary } from "@/components/payment-summary";
import { ownerOf } from "@/components/service-name";
import { WaitingPoll } from "@/components/waiting-poll";
import { wordsIn } from "@/messages";
import { journeyOf, type PageProps } from "../journey-of";

/** The bank has been asked and has not answered yet. */
export default async function WaitingPage(props: PageProps) {
  const journey = await journeyOf(props, "started");
  const { language, paymentId } = journey;
  const t = wordsIn(language);
  const title = t("waiting.title");
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
          <p className="govuk-body-l">{t("waiting.usually")}</p>
          <WaitingPoll paymentId={paymentId} note={t("waiting.byItself")} />
          <p className="govuk-body">{t("waiting.again")}</p>
          <a className="govuk-button" id="check-again" href={`/card-details/${paymentId}/waiting`}>
            {t("waiting.check")}
          </a>
        </div>
      </div>
    </PageTemplate>
  );
}
