import { cookies } from "next/headers";
import { BothLanguages } from "@/components/both-languages";
import { OnwardForm } from "@/components/onward-form";
import { PageTemplate } from "@/components/page-template";
import { ownerOf } from "@/components/service-name";
import { findJourney } from "@/domain/payments/find-journey";
import { wordsIn, type Language } from "@/messages";
import { addressOf } from "../../../../journey";
import { journeyCookie, readJourneys } from "../../../../journey-cookie";
import type { PageProps } from "../../journey-of";

/**
 * The payer is back from their bank. Coming from another site proves nothing and changes nothing: the page posts
 * itself to the next step from here, our own site, which asks for the cookie. A browser without the cookie is told
 * nothing about the payment, not even its language.
 */
export default async function BackFromBankPage({ params }: PageProps) {
  const { paymentId } = await params;
  const now = new Date();
  const journeys = await readJourneys((await cookies()).get(journeyCookie())?.value, now);
  const journey = Object.hasOwn(journeys, paymentId) ? await findJourney(paymentId, now) : undefined;
  if (!journey) {
    return (
      <BothLanguages
        say={(language) => ({
          title: wordsIn(language)("backFromBank.title"),
          children: <Onward paymentId={paymentId} language={language} byItself={language === "en"} />,
        })}
      />
    );
  }
  const { language, csrf } = journey;
  const t = wordsIn(language);
  const title = t("backFromBank.title");
  const owner = ownerOf(journey);
  return (
    <PageTemplate
      language={language}
      title={t("page.titleWithService", { title, service: owner.name })}
      owner={owner}
    >
      <h1 className="govuk-heading-l">{title}</h1>
      <Onward paymentId={paymentId} language={language} csrf={csrf} byItself />
    </PageTemplate>
  );
}

interface OnwardProps {
  paymentId: string;
  language: Language;
  csrf?: string;
  byItself: boolean;
}

function Onward({ paymentId, language, csrf, byItself }: OnwardProps) {
  const t = wordsIn(language);
  const inHistory = addressOf(paymentId, "three-d-secure");
  return (
    <>
      <p className="govuk-body">{t("backFromBank.how")}</p>
      <OnwardForm
        action={`${inHistory}/complete`}
        fields={csrf === undefined ? {} : { csrf }}
        buttonId={byItself ? "continue" : undefined}
        label={t("backFromBank.continue")}
        sending={t("backFromBank.sending")}
        byItself={byItself ? { inHistory } : undefined}
      />
    </>
  );
}
