// npm run webhooks -- list: sets up and looks after an account's webhooks, where staff pages are not at hand.
import { parseArgs } from "node:util";
import { WEBHOOK_EVENT_NAMES, WebhookSettings } from "@/contract/webhook";
import { findCaller } from "@/domain/accounts/find-caller";
import { settleBackground } from "@/domain/background";
import type { ServiceCaller } from "@/domain/caller";
import { isRefused } from "@/domain/refused";
import { createWebhook } from "@/domain/webhooks/create-webhook";
import { editWebhook, pauseWebhook, resumeWebhook } from "@/domain/webhooks/edit-webhook";
import { findWebhook, listAttempts, listMessages, listWebhooks } from "@/domain/webhooks/find-webhook";
import { redeliverMessages } from "@/domain/webhooks/redeliver-messages";
import {
  readWebhookSecrets,
  retireOldSecret,
  rotateWebhookSecret,
} from "@/domain/webhooks/rotate-webhook-secret";
import { sendTestMessage } from "@/domain/webhooks/send-test-message";
import { fail, withDatabase } from "./with-database";

const HELP = `npm run webhooks -- <what> [id] --key <API key of the account>

  list                       the account's webhooks
  create --url … --events …  a new one; its secret is printed
  edit <id> --url … --events … --description …
  pause <id>, resume <id>    messages wait meanwhile
  test <id>                  sends a message about nothing
  secret <id>                the secret, and the old one while both sign
  rotate <id>, retire <id>   a new secret, for a day beside the old one; ends that day
  messages <id>              the newest fifty, with every try
  redeliver <id> [message …] sends again: these, or all that were given up

  --events       names with commas between them, all if not given:
                 ${WEBHOOK_EVENT_NAMES.join("\n                 ")}
  --description  what it is for
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: "string" },
    url: { type: "string", default: "" },
    events: { type: "string", default: WEBHOOK_EVENT_NAMES.join(",") },
    description: { type: "string", default: "Set up on the command line" },
    help: { type: "boolean", short: "h", default: false },
  },
});
const [what = "", id = "", ...messageIds] = positionals;

const COMMANDS: Readonly<Record<string, (caller: ServiceCaller, now: Date) => Promise<unknown>>> = {
  list: async ({ account }) => listWebhooks(account),
  create: async (caller, now) => createWebhook(caller, settings(), now),
  edit: async (caller, now) => editWebhook(caller, id, settings(), now),
  pause: async (caller, now) => pauseWebhook(caller, id, now),
  resume: async (caller, now) => resumeWebhook(caller, id, now),
  test: async (caller, now) => sendTestMessage(caller, id, now),
  secret: async (caller, now) => readWebhookSecrets(caller, id, now),
  rotate: async (caller, now) => rotateWebhookSecret(caller, id, now),
  retire: async (caller, now) => retireOldSecret(caller, id, now),
  messages,
  redeliver: async (caller, now) =>
    redeliverMessages(caller, id, messageIds.length > 0 ? messageIds : "given up", now),
};

const command = Object.hasOwn(COMMANDS, what) ? COMMANDS[what] : undefined;
if (values.help || !command) {
  console.log(HELP);
  process.exitCode = values.help ? 0 : 2;
} else {
  await withDatabase(async () => run(command));
}

async function run(carryOut: NonNullable<typeof command>): Promise<void> {
  const now = new Date();
  const found = await findCaller(values.key ?? "", now);
  if (!found) return fail("--key has to be an API key of the account");
  const outcome = await carryOut(found.caller, now);
  await settleBackground();
  if (isRefused(outcome)) process.exitCode = 1;
  console.log(JSON.stringify(outcome, null, 2));
}

function settings(): WebhookSettings {
  const { url: callbackUrl, events, description } = values;
  return WebhookSettings.parse({ callbackUrl, description, events: events.split(",") });
}

async function messages({ account }: ServiceCaller): Promise<unknown> {
  const webhook = await findWebhook(account, id);
  if (!webhook) return [];
  return Promise.all(
    (await listMessages(webhook)).map(async (message) => ({
      ...message,
      attempts: await listAttempts(message),
    })),
  );
}
