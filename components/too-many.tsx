import { wordsIn } from "@/messages";
import { BothLanguages } from "./both-languages";

interface Props {
  /** Of a payment that waits: how long, and where it can be gone on with. */
  wait: { minutes: number; paymentPage: string } | undefined;
  reference: string | null;
}

/** Too many tries: what that means, and what to do when. */
export function TooMany({ wait, reference }: Props) {
  return (
    <BothLanguages
      say={(language) => {
        const t = wordsIn(language);
        return {
          title: t("noEntry.tooMany.title"),
          children: (
            <>
              <p className="govuk-body">{t("noEntry.tooMany.why")}</p>
              {wait && <p className="govuk-body">{t("noEntry.tooMany.noMoney")}</p>}
              <p className="govuk-body app-both__next">
                {wait ? t("noEntry.tooMany.nextIn", { minutes: wait.minutes }) : t("noEntry.tooMany.next")}
              </p>
              {wait && (
                <p className="govuk-body">
                  <a className="govuk-link" href={wait.paymentPage}>
                    {t("noEntry.tooMany.back")}
                  </a>
                </p>
              )}
              {reference !== null && (
                <p className="govuk-body app-both__reference">{t("noEntry.reference", { reference })}</p>
              )}
            </>
          ),
        };
      }}
    />
  );
}
