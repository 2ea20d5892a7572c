import { WEBHOOK_EVENT_NAMES, WebhookSettings } from "@/contract/webhook";
import type { Problem } from "./flash";

/** The name of an event's checkbox. */
export function fieldOf(event: string): string {
  return `on_${event}`;
}

/** Reads the form of a webhook: what was typed, and the settings or what is wrong with them. */
export function readWebhook(field: (name: string) => string) {
  const events = WEBHOOK_EVENT_NAMES.filter((event) => field(fieldOf(event)) !== "");
  const values = {
    callback_url: field("callback_url"),
    description: field("description"),
    events: events.join(" "),
  };
  const settings = { callbackUrl: values.callback_url, description: values.description, events };
  const read = WebhookSettings.safeParse(settings);
  if (read.success) return { values, settings: read.data };
  const problems = read.error.issues.map(({ path: [name], code }): Problem => {
    if (name === "events") return { field: "events", text: "Choose at least one event." };
    if (name === "description") {
      const text = code === "too_big" ? "Enter 255 characters or fewer." : "Enter what it is for.";
      return { field: "description", text };
    }
    const text = code === "too_big" ? "Enter 2048 characters or fewer." : "Enter an address.";
    return { field: "callback_url", text };
  });
  return { values, problems };
}

/** Why a webhook was not stored, beside its field. */
export function problemOf(refusal: string): Problem {
  return { field: "callback_url", text: REFUSALS[refusal] ?? "There is no such webhook." };
}

const REFUSALS: Readonly<Record<string, string>> = {
  callbackUrlInvalid: "Enter an address that begins with https:// and has no user name in it.",
  callbackUrlNotHttps: "Enter an address that begins with https://.",
  callbackUrlUnknown: "Enter an address whose host can be found.",
  callbackUrlPrivate: "Enter an address on the public internet.",
  tooManyWebhooks: "This account has as many webhooks as it may have. Change one of them instead.",
};
