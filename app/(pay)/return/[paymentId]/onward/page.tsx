import { redirect } from "next/navigation";
import { ButtonLink } from "@/components/button";
import { PageTemplate } from "@/components/page-template";
import { ownerOf } from "@/components/service-name";
import { findJourney } from "@/domain/payments/find-journey";
import { wordsIn } from "@/messages";
import type { PageProps } from "../../../card-details/[paymentId]/journey-of";

/** What a browser is given in place of a redirect to return_url (see the gate): it goes there by itself. */
export default async function OnwardPage({ params }: PageProps) {
  const journey = await findJourney((await params).paymentId, new Date());
  if (!journey || journey.returnUrl === "") redirect("/not-found");
  const t = wordsIn(journey.language);
  const title = t("onward.title");
  const owner = ownerOf(journey);
  const address = new URL(journey.returnUrl).href;
  return (
    <PageTemplate
      language={journey.language}
      title={t("page.titleWithService", { title, service: owner.name })}
      owner={owner}
    >
      <meta httpEquiv="refresh" content={`0; url=${address}`} />
      <h1 className="govuk-heading-l">{title}</h1>
      <p className="govuk-body">{t("onward.how")}</p>
      <ButtonLink id="return-url" href={address}>
        {t("onward.continue")}
      </ButtonLink>
    </PageTemplate>
  );
}
