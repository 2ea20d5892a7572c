import { ActButton } from "@/components/admin/act-button";
import { formatMoment } from "@/components/admin/format";
import { SummaryList } from "@/components/summary-list";
import { findWebhook } from "@/domain/webhooks/find-webhook";
import { addressOf } from "../../../../../routes";
import { staffPage } from "../../../../../staff-page";

export default staffPage("webhookSecret", async ({ caller, params, csrf, flash, here, now }) => {
  const webhook = await findWebhook(caller.account, params.webhookId ?? "");
  if (!webhook) return undefined;
  const { previousSecretUntil } = webhook;
  const retiring = previousSecretUntil !== null && previousSecretUntil > now;
  const [current, old] = flash.shownOnce ?? [];
  const button = { csrf, from: here };
  return {
    title: "Secret",
    caption: webhook.description,
    back: { href: addressOf("webhook", params), name: "Webhook" },
    children: (
      <>
        <p className="govuk-body">
          Your system checks with the secret that a message is from us and was not changed on its way.
        </p>
        {current !== undefined && (
          <SummaryList
            rows={[
              { key: "Secret", value: <code className="app-secret">{current}</code> },
              ...(old === undefined
                ? []
                : [{ key: "Old secret", value: <code className="app-secret">{old}</code> }]),
            ]}
          />
        )}
        {retiring && (
          <p className="govuk-body">
            Both the new secret and the old one sign until {formatMoment(previousSecretUntil)}.
          </p>
        )}
        <div className="app-acts">
          <ActButton {...button} action={here} button="Show the secret" />
          {retiring ? (
            <ActButton
              {...button}
              action={addressOf("retireWebhookSecret", params)}
              button="End the old secret now"
              look="warning"
            />
          ) : (
            <ActButton
              {...button}
              action={addressOf("rotateWebhookSecret", params)}
              button="Make a new secret"
            />
          )}
        </div>
        {!retiring && (
          <p className="govuk-body">
            For a day after you make a new secret the old one signs too, so that no message is lost while you
            change your system.
          </p>
        )}
      </>
    ),
  };
});
