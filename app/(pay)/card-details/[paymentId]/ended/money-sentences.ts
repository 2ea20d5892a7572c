import type { Journey } from "@/contract/page";
import { wordsIn } from "@/messages";
import { formatPounds } from "@/messages/format";
import type { Ending } from "./ending-of";

/** What an ending means for the payer's money: only what is certain. */
export function moneySentences(journey: Journey, ending: Ending): string[] {
  const t = wordsIn(journey.language);
  const amount = formatPounds(journey.totalAmount);
  if (ending === "success" || ending === "authorised") return [t(`ended.${ending}.money`, { amount })];
  if (journey.moneyTaken !== "no") return [t("ended.unsure")];
  return [t("ended.noMoney"), ...(journey.wasSubmitted ? [t("ended.held")] : [])];
}
