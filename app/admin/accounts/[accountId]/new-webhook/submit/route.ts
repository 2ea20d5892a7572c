import { isRefused } from "@/domain/refused";
import { createWebhook } from "@/domain/webhooks/create-webhook";
import { problemOf, readWebhook } from "../../../../read-webhook";
import { addressOf } from "../../../../routes";
import { again, done, staffAction } from "../../../../staff-action";

export const POST = staffAction("createWebhook", async ({ caller, params, field, now }) => {
  const here = addressOf("newWebhook", params);
  const { values, settings, problems } = readWebhook(field);
  if (!settings) return again(here, problems, values);
  const outcome = await createWebhook(caller, settings, now);
  if (isRefused(outcome)) return again(here, [problemOf(outcome.refused)], values);
  return done(
    addressOf("webhook", { ...params, webhookId: outcome.webhook.id }),
    "The webhook is created. Send it a test message to see whether it arrives.",
  );
});
