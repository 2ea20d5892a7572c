import { HelpPage, Passage } from "@/components/help-page";
import { wordsIn } from "@/messages";
import { languageAsked, type HelpProps } from "../language-asked";

export default async function AccessibilityPage(props: HelpProps) {
  const language = await languageAsked(props);
  const t = wordsIn(language);
  return (
    <HelpPage page="accessibility" language={language}>
      <p className="govuk-body">{t("help.accessibility.intro")}</p>
      <ul className="govuk-list govuk-list--bullet">
        {(["zoom", "keyboard", "reader", "script", "languages"] as const).map((promise) => (
          <li key={promise}>{t(`help.accessibility.${promise}`)}</li>
        ))}
      </ul>
      {(["standard", "time", "problem"] as const).map((topic) => (
        <Passage key={topic} heading={t(`help.accessibility.${topic}Heading`)}>
          {t(`help.accessibility.${topic}`)}
        </Passage>
      ))}
    </HelpPage>
  );
}
