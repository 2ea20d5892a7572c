import { isRefused } from "@/domain/refused";
import { resumeWebhook } from "@/domain/webhooks/edit-webhook";
import { addressOf } from "../../../../../../routes";
import { again, done, staffAction } from "../../../../../../staff-action";

export const POST = staffAction("resumeWebhook", async ({ caller, params, now }) => {
  const outcome = await resumeWebhook(caller, params.webhookId ?? "", now);
  if (isRefused(outcome)) return again(addressOf("webhooks", params), []);
  return done(addressOf("webhook", params), "The webhook is on again, and what has waited is on its way.");
});
