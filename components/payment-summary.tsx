import type { Journey } from "@/contract/page";
import { wordsIn } from "@/messages";
import { formatPounds, formatTime } from "@/messages/format";
import { serviceName } from "./service-name";

/** What is being paid for, beside the form: the amount is what payers look for first. */
export function PaymentSummary({ journey }: { journey: Journey }) {
  const t = wordsIn(journey.language);
  const { surcharge, expiresAt } = journey;
  return (
    <aside className="app-receipt" aria-labelledby="payment-summary">
      <h2 className="app-receipt__heading" id="payment-summary">
        {t("payment.summary")}
      </h2>
      <dl className="app-receipt__facts">
        <div>
          <dt>{t("payment.description")}</dt>
          <dd id="payment-description">{journey.description}</dd>
        </div>
        <div>
          <dt>{t("payment.service")}</dt>
          <dd>{serviceName(journey)}</dd>
        </div>
        {surcharge !== null && (
          <>
            <div className="app-receipt__sum">
              <dt>{t("payment.amount")}</dt>
              <dd>{formatPounds(journey.amount)}</dd>
            </div>
            <div className="app-receipt__sum">
              <dt>{t("payment.fee")}</dt>
              <dd>{formatPounds(surcharge)}</dd>
            </div>
          </>
        )}
        <div className="app-receipt__total">
          <dt>{t("payment.total")}</dt>
          <dd id="amount">{formatPounds(journey.totalAmount)}</dd>
        </div>
      </dl>
      {expiresAt && (
        <p className="app-receipt__deadline">{t("payment.deadline", { time: formatTime(expiresAt) })}</p>
      )}
    </aside>
  );
}
