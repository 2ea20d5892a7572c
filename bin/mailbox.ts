// npm run mailbox -- --key <API key>: what an account's payers were written, where there is no mail server.
import { parseArgs } from "node:util";
import { EMAIL_WORDS } from "@/app/emails/email-words";
import { findCaller } from "@/domain/accounts/find-caller";
import { listEmails, readEmail } from "@/domain/emails/find-email";
import { fail, withDatabase } from "./with-database";

const { values } = parseArgs({ options: { key: { type: "string", default: "" } } });

await withDatabase(async () => {
  const found = await findCaller(values.key, new Date());
  if (!found) return fail("--key has to be an API key of the account");
  const { account } = found.caller;
  for (const { id, createdAt, sentAt, failure } of await listEmails(account)) {
    const email = await readEmail(account, id, EMAIL_WORDS);
    if (!email) continue;
    const state = failure ?? (sentAt ? "sent" : "due");
    console.log(
      `${createdAt.toISOString()}, to ${email.recipient}: ${state}\n${email.subject}\n\n${email.text}\n`,
    );
  }
});
