import { StaffForm } from "@/components/admin/staff-form";
import { WebhookFields } from "@/components/admin/webhook-fields";
import { WEBHOOK_EVENT_NAMES } from "@/contract/webhook";
import { fieldOf } from "../../../read-webhook";
import { addressOf } from "../../../routes";
import { staffPage } from "../../../staff-page";

export default staffPage("newWebhook", ({ caller, params, csrf, flash, here }) => {
  const values = flash.values ?? { events: WEBHOOK_EVENT_NAMES.join(" ") };
  return Promise.resolve({
    title: "Create a webhook",
    back: { href: addressOf("webhooks", params), name: "Webhooks" },
    children: (
      <StaffForm action={here} csrf={csrf} button="Create the webhook">
        <WebhookFields
          values={values}
          problems={flash.problems}
          live={caller.account.live}
          fieldOf={fieldOf}
        />
      </StaffForm>
    ),
  });
});
