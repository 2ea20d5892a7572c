import { connection } from "next/server";
import { BothLanguages } from "@/components/both-languages";
import { wordsIn } from "@/messages";

/** For whoever comes here without a payment. */
export default async function HomePage() {
  // Made for each visit, so that its scripts carry the visit's nonce.
  await connection();
  return (
    <BothLanguages
      say={(language) => {
        const t = wordsIn(language);
        return {
          title: t("home.title"),
          children: (
            <>
              <p className="govuk-body-l">{t("home.what")}</p>
              <p className="govuk-body">{t("home.payers")}</p>
              <p className="govuk-body">{t("home.bodies")}</p>
              <p className="govuk-body">
                {/* Each page is a document of its own: nothing for a client-side link to keep. */}
                {/* oxlint-disable-next-line next/no-html-link-for-pages */}
                <a className="govuk-link" href="/docs" hrefLang="en">
                  {t("home.docs")}
                </a>
              </p>
            </>
          ),
        };
      }}
    />
  );
}
