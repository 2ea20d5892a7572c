import { ActButton } from "@/components/admin/act-button";
import { formatLogged, formatMoment } from "@/components/admin/format";
import { figures, moments, Table } from "@/components/table";
import { SummaryList } from "@/components/summary-list";
import { findMessage, findWebhook, listAttempts } from "@/domain/webhooks/find-webhook";
import { withoutSecrets } from "@/domain/webhooks/webhook";
import { addressOf } from "../../../../../../routes";
import { staffPage } from "../../../../../../staff-page";

export default staffPage("webhookMessage", async ({ caller, params, csrf, here }) => {
  const webhook = await findWebhook(caller.account, params.webhookId ?? "");
  const message = webhook && (await findMessage(withoutSecrets(webhook), params.messageId ?? ""));
  if (!message) return undefined;
  const attempts = await listAttempts(message);
  return {
    title: message.eventType,
    caption: "Webhook message",
    back: { href: addressOf("webhook", params), name: "Webhook" },
    children: (
      <>
        <SummaryList
          rows={[
            { key: "Message", value: message.id },
            { key: "Written", value: formatMoment(message.createdAt) },
            {
              key: "Delivered",
              value: message.deliveredAt ? formatMoment(message.deliveredAt) : "Not yet",
            },
            {
              key: "Next try",
              value: message.dueAt ? formatMoment(message.dueAt) : "None",
            },
          ]}
        />
        {attempts.length > 0 ? (
          <Table
            caption="Tries"
            head={["Try", moments("When"), "Answer", figures("Took")]}
            rows={attempts.map(({ number, triedAt, httpStatus, failure, milliseconds }) => ({
              key: String(number),
              cells: [
                number,
                formatLogged(triedAt),
                httpStatus ?? failure ?? "No answer",
                `${milliseconds} ms`,
              ],
            }))}
          />
        ) : (
          <p className="govuk-body">It was not tried yet.</p>
        )}
        <ActButton
          action={addressOf("redeliverMessages", params)}
          csrf={csrf}
          from={here}
          button="Send it again"
          hidden={{ [`message_${message.id}`]: "on" }}
        />
        <h2 className="govuk-heading-m">What is sent</h2>
        <pre className="app-said">{JSON.stringify(message.body, null, 2)}</pre>
      </>
    ),
  };
});
