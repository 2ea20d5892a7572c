import type { Journey } from "@/contract/page";
import { wordsIn } from "@/messages";

/** Which kinds of card the service does not take, a sentence for each; none when it takes every kind. */
export function cardLimits({ language, service }: Pick<Journey, "language" | "service">): string[] {
  const t = wordsIn(language);
  return [
    service.acceptedTypes.includes("credit") ? null : t("cardDetails.noCredit"),
    service.acceptedTypes.includes("debit") ? null : t("cardDetails.noDebit"),
    service.acceptsPrepaid ? null : t("cardDetails.noPrepaid"),
  ].filter((limit) => limit !== null);
}
