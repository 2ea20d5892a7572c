import { ButtonLink } from "@/components/button";
import { EndingPanel } from "@/components/ending-panel";
import { PageTemplate } from "@/components/page-template";
import { ownerOf, serviceName } from "@/components/service-name";
import { SummaryList, type SummaryRow } from "@/components/summary-list";
import type { Journey } from "@/contract/page";
import { wordsIn } from "@/messages";
import { formatPounds } from "@/messages/format";
import { journeyOf, type PageProps } from "../journey-of";
import { ENDED, endingOf } from "./ending-of";
import { moneySentences } from "./money-sentences";

/** How the payment ended, what that means for the payer's money, and the way back. */
export default async function EndedPage(props: PageProps) {
  const journey = await journeyOf(props, ...ENDED);
  const ending = endingOf(journey);
  const t = wordsIn(journey.language);
  const title = t(`ended.${ending}.title`);
  const owner = ownerOf(journey);
  const wentWell = ending === "success" || ending === "authorised";

  return (
    <PageTemplate
      language={journey.language}
      title={t("page.titleWithService", { title, service: owner.name })}
      owner={owner}
    >
      <div className="app-ending">
        <EndingPanel good={wentWell} title={title}>
          {!wentWell && <p>{t(`ended.${ending}.why`)}</p>}
          {moneySentences(journey, ending).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </EndingPanel>
        {!wentWell && <p className="govuk-body-l">{t(`ended.${ending}.next`)}</p>}
        <ButtonLink id="return-url" href={`/return/${journey.paymentId}`}>
          {t(ending === "declined" ? "ended.startAgain" : "ended.back")}
        </ButtonLink>
        <h2 className="govuk-heading-m">{t("ended.details")}</h2>
        <SummaryList
          rows={[
            { key: t("payment.description"), value: journey.description },
            { key: t("payment.reference"), value: journey.reference },
            { key: t("payment.service"), value: serviceName(journey) },
            ...sums(journey),
          ]}
        />
      </div>
    </PageTemplate>
  );
}

/** What the payer confirmed: with a fee, what the total is made of, as on the pages before. */
function sums({ language, amount, surcharge, totalAmount }: Journey): SummaryRow[] {
  const t = wordsIn(language);
  const whole = { key: t("payment.amount"), value: formatPounds(amount) };
  if (surcharge === null) return [whole];
  return [
    whole,
    { key: t("payment.fee"), value: formatPounds(surcharge) },
    { key: t("ended.total"), value: formatPounds(totalAmount), total: true },
  ];
}
