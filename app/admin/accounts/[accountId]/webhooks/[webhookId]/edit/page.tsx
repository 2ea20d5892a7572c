import { StaffForm } from "@/components/admin/staff-form";
import { WebhookFields } from "@/components/admin/webhook-fields";
import { findWebhook } from "@/domain/webhooks/find-webhook";
import { fieldOf } from "../../../../../read-webhook";
import { addressOf } from "../../../../../routes";
import { staffPage } from "../../../../../staff-page";

export default staffPage("editWebhook", async ({ caller, params, csrf, flash, here }) => {
  const webhook = await findWebhook(caller.account, params.webhookId ?? "");
  if (!webhook) return undefined;
  const { callbackUrl, description, eventTypes } = webhook;
  const stored = { callback_url: callbackUrl, description, events: eventTypes.join(" ") };
  return {
    title: "Change this webhook",
    caption: description,
    back: { href: addressOf("webhook", params), name: "Webhook" },
    children: (
      <StaffForm action={here} csrf={csrf} button="Save">
        <WebhookFields
          values={flash.values ?? stored}
          problems={flash.problems}
          live={caller.account.live}
          fieldOf={fieldOf}
        />
        <p className="govuk-body">Messages that wait already go to the new address.</p>
      </StaffForm>
    ),
  };
});
