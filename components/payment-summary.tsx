import type { Journey } from "@/contract/page";
import { wordsIn } from "@/messages";
import { formatPounds, formatTime } from "@/messages/format";
import { serviceName } from "./service-name";
import { Sums } from "./sums";
import { TimeWarning } from "./time-warning";

/** What is being paid for, beside the form: the amount is what payers look for first. */
export function PaymentSummary({ journey }: { journey: Journey }) {
  const t = wordsIn(journey.language);
  const { surcharge, expiresAt } = journey;
  const time = expiresAt && formatTime(expiresAt);
  return (
    <section className="app-receipt" aria-labelledby="payment-summary">
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
        <Sums
          texts={{ amount: t("payment.amount"), fee: t("payment.fee"), total: t("payment.total") }}
          sums={{
            amount: formatPounds(journey.amount),
            fee: surcharge === null ? null : formatPounds(surcharge),
            total: formatPounds(journey.totalAmount),
          }}
        />
      </dl>
      {time && <p className="app-receipt__deadline">{t("payment.deadline", { time })}</p>}
      {time && (
        <TimeWarning
          secondsLeft={journey.secondsLeft}
          next={`/card-details/${journey.paymentId}`}
          texts={{
            soon: t("payment.timeSoon", { time }),
            over: t("payment.timeOver"),
            next: t("payment.timeOverNext"),
          }}
        />
      )}
    </section>
  );
}
