import { Table } from "@/components/table";
import { ButtonLink } from "@/components/button";
import { listWebhooks } from "@/domain/webhooks/find-webhook";
import { addressOf } from "../../../routes";
import { staffPage } from "../../../staff-page";

export default staffPage("webhooks", async ({ caller, params }) => {
  const webhooks = await listWebhooks(caller.account);
  return {
    title: "Webhooks",
    children: (
      <>
        {webhooks.length > 0 ? (
          <Table
            caption="Where messages go"
            head={["For", "Address", "Events", "State"]}
            rows={webhooks.map(({ id, description, callbackUrl, eventTypes, active }) => ({
              key: id,
              cells: [
                <a
                  key="link"
                  className="govuk-link app-table__link"
                  href={addressOf("webhook", { ...params, webhookId: id })}
                >
                  {description}
                </a>,
                callbackUrl,
                eventTypes.length,
                active ? "On" : "Paused",
              ],
            }))}
          />
        ) : (
          <p className="govuk-body">
            There is no webhook yet. With one, your system is told when a payment succeeds, fails or is
            refunded, and need not ask.
          </p>
        )}
        <ButtonLink href={addressOf("newWebhook", params)}>Create a webhook</ButtonLink>
      </>
    ),
  };
});
