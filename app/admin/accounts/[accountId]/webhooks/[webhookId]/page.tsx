import { ActButton } from "@/components/admin/act-button";
import { DayInputs } from "@/components/admin/day-inputs";
import { formatLogged, formatMoment } from "@/components/admin/format";
import { OlderLink } from "@/components/admin/older-link";
import { StaffForm } from "@/components/admin/staff-form";
import { Details } from "@/components/details";
import { figures, moments, names, Table } from "@/components/table";
import { SummaryList } from "@/components/summary-list";
import { findRedelivery, type Redelivery } from "@/domain/webhooks/find-redelivery";
import { findWebhook, listMessages } from "@/domain/webhooks/find-webhook";
import { withoutSecrets, type StoredMessage } from "@/domain/webhooks/webhook";
import { addressOf, type Params } from "../../../../routes";
import { staffPage } from "../../../../staff-page";

const PAGE = 50;

export default staffPage("webhook", async ({ caller, params, query, csrf, here, flash }) => {
  const found = await findWebhook(caller.account, params.webhookId ?? "");
  if (!found) return undefined;
  const webhook = withoutSecrets(found);
  const [messages, redelivery] = await Promise.all([
    listMessages(webhook, query.before),
    findRedelivery(webhook),
  ]);
  const daysProblems = flash.problems?.filter(({ field }) => field === "from" || field === "to") ?? [];
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
        {redelivery && <HowFar redelivery={redelivery} here={here} />}
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
              head={["Choose", names("Event"), moments("Written"), names("About"), figures("Tries"), "State"]}
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
        <Details summary="Send all of some days again" open={daysProblems.length > 0}>
          <StaffForm
            action={addressOf("redeliverMessages", params)}
            csrf={csrf}
            button="Send these days again"
            look="secondary"
          >
            <input type="hidden" name="which" value="days" />
            <p className="govuk-body">
              For a receiver that has lost what it had: all messages of these days, delivered or not. New ones
              go first.
            </p>
            <DayInputs
              values={{ from: flash.values?.from ?? "", to: flash.values?.to ?? "" }}
              problems={daysProblems}
              labels={["First day", "Last day"]}
            />
          </StaffForm>
        </Details>
        {messages.length === PAGE && (
          <OlderLink name="Older messages" href={`${here}?before=${messages.at(-1)?.id ?? ""}`} />
        )}
      </>
    ),
  };
});

/** It goes on in the background: whoever wants to know how far it is looks again. */
function HowFar({ redelivery, here }: { redelivery: Redelivery; here: string }) {
  const { askedAt, messages, delivered, waiting, givenUp } = redelivery;
  const count = (number: number) => number.toLocaleString("en-GB");
  return (
    <section aria-labelledby="sent-again">
      <h2 className="govuk-heading-m" id="sent-again">
        Sent again on {formatMoment(askedAt)}
      </h2>
      <progress
        className="app-progress"
        aria-labelledby="sent-again"
        max={messages}
        value={messages - waiting}
      />
      <p className="govuk-body">
        {count(delivered)} of {count(messages)} delivered
        {waiting > 0 && `, ${count(waiting)} still to go`}
        {givenUp > 0 && `, ${count(givenUp)} given up`}.
        {waiting > 0 && (
          <>
            {" "}
            This goes on by itself: you can leave this page, and{" "}
            <a className="govuk-link" href={here}>
              look again
            </a>{" "}
            whenever you like.
          </>
        )}
      </p>
    </section>
  );
}

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
    formatLogged(createdAt),
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
  return dueAt ? `Waiting until ${formatLogged(dueAt)}` : "Given up";
}
