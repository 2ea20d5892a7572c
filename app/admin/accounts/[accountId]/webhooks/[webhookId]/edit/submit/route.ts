import { isRefused } from "@/domain/refused";
import { editWebhook } from "@/domain/webhooks/edit-webhook";
import { problemOf, readWebhook } from "../../../../../../read-webhook";
import { addressOf } from "../../../../../../routes";
import { again, done, staffAction } from "../../../../../../staff-action";

export const POST = staffAction("doEditWebhook", async ({ caller, params, field, now }) => {
  const here = addressOf("editWebhook", params);
  const { values, settings, problems } = readWebhook(field);
  if (!settings) return again(here, problems, values);
  const outcome = await editWebhook(caller, params.webhookId ?? "", settings, now);
  if (isRefused(outcome)) return again(here, [problemOf(outcome.refused)], values);
  return done(addressOf("webhook", params), "The webhook is changed.");
});
