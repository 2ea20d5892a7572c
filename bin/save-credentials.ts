/**
 * `npm run save-credentials -- api_live_… < credentials.json`: gives the account that an API key belongs to its
 * PSP's credentials, once the PSP has said that they work. For those who do not use the staff's tool for it.
 */
import { text } from "node:stream/consumers";
import { findCaller } from "@/domain/accounts/find-caller";
import { saveCredentials } from "@/domain/providers/save-credentials";
import { isRefused } from "@/domain/refused";
import { fail, withDatabase } from "./with-database";

const COMMAND = "npm run save-credentials";
const [key = ""] = process.argv.slice(2);

await withDatabase(async () => {
  const now = new Date();
  const found = await findCaller(key, now);
  if (!found) return fail(`No account has this key.\nUsage: ${COMMAND} -- <API key> < credentials.json`);
  const { account } = found.caller;
  const given: unknown = JSON.parse(await text(process.stdin));
  const saved = await saveCredentials(account, given, COMMAND, now);
  if (isRefused(saved)) return fail(`Not saved: ${saved.refused} ${String(saved.details.why ?? "")}`);
  console.log(
    `Saved. Notifications are expected at /notifications/${account.paymentProvider}/${saved.credentialsId}`,
  );
});
