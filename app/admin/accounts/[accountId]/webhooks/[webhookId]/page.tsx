import { ActButton } from "@/components/admin/act-button";
import { formatMoment } from "@/components/admin/format";
import { StaffForm } from "@/components/admin/staff-form";
import { Table } from "@/components/table";
import { SummaryList } from "@/components/summary-list";
import { findWebhook, listMessages } from "@/domain/webhooks/find-webhook";
import { withoutSecrets, type StoredMessage } from "@/domain/webhooks/webhook";
import { addressOf, type Params } from "../../../../routes";
import { staffPage } from "../../../../staff-page";

const PAGE = 50;

export default staffPage("webhook", async ({ caller, params, query, csrf, here }) => {
  const found = await findWebhook(caller.account, params.webhookId ?? "");
  if (!found) return undefined;
  const webhook = withoutSecrets(found);
  const messages = await listMessages(webhook, query.before);
  const button = { csrf, from: here };
  const { description, callbackUrl, eventTypes, active } = webhook;
  return {
    title: description,
    caption: "Webhook",
    back: { href: addressOf("webhooks", params), name: "Webhooks" },
    children: (
      <>
        <SummaryList
          rows={[
            { key: "Address", value: callbackUrl },
            { key: "Events", value: eventTypes.join(", ") },
            { key: "State", value: active ? "On" : "Paused: messages wait" },
            { key: "Created", value: formatMoment(webhook.createdAt) },
          ]}
        />
        <div className="app-acts">
          <ActButton {...button} action={addressOf("tryWebhook", params)} button="Send a test message" />
          {active ? (
            <ActButton {...button} action={addressOf("pauseWebhook", params)} button="Pause" />
          ) : (
            <ActButton {...button} action={addressOf("resumeWebhook", params)} button="Resume" />
          )}
          <a className="govuk-link" href={addressOf("editWebhook", params)}>
            Change
          </a>
          <a className="govuk-link" href={addressOf("webhookSecret", params)}>
            Secret
          </a>
        </div>
        <h2 className="govuk-heading-m" id="messages">
          Messages
        </h2>
        {messages.length === 0 ? (
          <p className="govuk-body">
            {query.before === undefined
              ? "There is none yet. Send a test message, or take a payment."
              : "There are none before these."}
          </p>
        ) : (
          <StaffForm
            action={addressOf("redeliverMessages", params)}
            csrf={csrf}
            button="Send the chosen ones again"
            look="secondary"
          >
            <Table
              caption="Newest first; kept for 7 days"
              head={["Choose", "Event", "Written", "About", "Tries", "State"]}
              rows={messages.map((message) => ({ key: message.id, cells: cellsOf(message, params) }))}
            />
          </StaffForm>
        )}
        <ActButton
          {...button}
          action={addressOf("redeliverMessages", params)}
          button="Send again all that were given up"
          hidden={{ which: "given up" }}
        />
        {messages.length === PAGE && (
          <nav className="app-pages" aria-label="Pages">
            <a className="govuk-link" rel="next" href={`${here}?before=${messages.at(-1)?.id ?? ""}`}>
              Older messages
            </a>
          </nav>
        )}
      </>
    ),
  };
});

function cellsOf(message: StoredMessage, params: Params) {
  const { id, eventType, createdAt, resourceType, resourceId, tries } = message;
  return [
    <div key="choose" className="govuk-checkboxes govuk-checkboxes--small">
      <div className="govuk-checkboxes__item">
        <input
          className="govuk-checkboxes__input"
          type="checkbox"
          id={`message_${id}`}
          name={`message_${id}`}
        />
        <label className="govuk-label govuk-checkboxes__label" htmlFor={`message_${id}`}>
          <span className="govuk-visually-hidden">
            {eventType}, {formatMoment(createdAt)}
          </span>
        </label>
      </div>
    </div>,
    <a
      key="link"
      className="govuk-link app-table__link"
      href={addressOf("webhookMessage", { ...params, messageId: id })}
    >
      {eventType}
    </a>,
    formatMoment(createdAt),
    resourceType === "payment" ? (
      <a
        key="payment"
        className="govuk-link app-table__link"
        href={addressOf("payment", { ...params, paymentId: resourceId })}
      >
        Payment {resourceId}
      </a>
    ) : (
      `${resourceType} ${resourceId}`
    ),
    tries,
    stateOf(message),
  ];
}

function stateOf({ dueAt, deliveredAt }: StoredMessage): string {
  if (deliveredAt) return "Delivered";
  return dueAt ? `Waiting until ${formatMoment(dueAt)}` : "Given up";
}
