import { HelpPage } from "@/components/help-page";
import { SummaryList } from "@/components/summary-list";
import { wordsIn } from "@/messages";
import { journeyCookie } from "../../journey-cookie";
import { languageAsked, type HelpProps } from "../language-asked";

export default async function CookiesPage(props: HelpProps) {
  const language = await languageAsked(props);
  const t = wordsIn(language);
  return (
    <HelpPage page="cookies" language={language}>
      <p className="govuk-body">{t("help.cookies.intro")}</p>
      <SummaryList
        rows={[
          { key: t("help.cookies.name"), value: <code>{journeyCookie()}</code> },
          { key: t("help.cookies.purpose"), value: t("help.cookies.journey") },
          { key: t("help.cookies.lasts"), value: t("help.cookies.journeyLasts") },
        ]}
      />
      <p className="govuk-body">{t("help.cookies.none")}</p>
    </HelpPage>
  );
}
