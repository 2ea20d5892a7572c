import { HelpPage, Passage } from "@/components/help-page";
import { wordsIn } from "@/messages";
import { languageAsked, type HelpProps } from "../language-asked";

export default async function PrivacyPage(props: HelpProps) {
  const language = await languageAsked(props);
  const t = wordsIn(language);
  return (
    <HelpPage page="privacy" language={language}>
      <p className="govuk-body">{t("help.privacy.intro")}</p>
      {(["card", "kept", "counted", "others", "ask"] as const).map((topic) => (
        <Passage key={topic} heading={t(`help.privacy.${topic}Heading`)}>
          {t(`help.privacy.${topic}`)}
        </Passage>
      ))}
    </HelpPage>
  );
}
