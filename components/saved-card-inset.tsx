import type { Journey } from "@/contract/page";
import { wordsIn } from "@/messages";
import { Inset } from "./inset";

/** That the card will be saved, and what for, where the payment sets up an agreement. */
export function SavedCardInset({ journey }: { journey: Journey }) {
  const t = wordsIn(journey.language);
  if (journey.agreementDescription === null) return null;
  return (
    <Inset title={t("payment.savedCard")}>
      <p>{t("payment.savedCardWhy")}</p>
      <p className="app-inset__quote">{journey.agreementDescription}</p>
    </Inset>
  );
}
