import type { Journey } from "@/contract/page";
import { wordsIn } from "@/messages";

/** Which kinds of card the service does not take; nothing when it takes every kind. */
export function CardLimits({ journey: { language, service } }: { journey: Journey }) {
  const t = wordsIn(language);
  const limits = [
    service.acceptedTypes.includes("credit") ? null : t("cardDetails.noCredit"),
    service.acceptedTypes.includes("debit") ? null : t("cardDetails.noDebit"),
    service.acceptsPrepaid ? null : t("cardDetails.noPrepaid"),
  ].filter((limit) => limit !== null);
  return limits.length > 0 && <p className="govuk-hint app-card-limits">{limits.join(" ")}</p>;
}
