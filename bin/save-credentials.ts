/**
 * `npm run save-credentials -- api_live_… < credentials.json`: gives the account that an API key belongs to its
 * PSP's credentials, once the PSP has said that they work. For those who do not use the staff's tool for it.
 */
import { text } from "node:stream/consumers";
import { closeDatabase } from "@/db/client";
import { findCaller } from "@/domain/accounts/find-caller";
import { saveCredentials } from "@/domain/providers/save-credentials";
import { isRefused } from "@/domain/refused";

const [key = ""] = process.argv.slice(2);
const now = new Date();
const found = await findCaller(key, now);
if (!found) {
  console.error("No account has this key.\nUsage: npm run save-credentials -- <API key> < credentials.json");
  process.exit(2);
}

const given: unknown = JSON.parse(await text(process.stdin));
const saved = await saveCredentials(found.caller.account, given, "npm run save-credentials", now);
await closeDatabase();
if (isRefused(saved)) {
  console.error(`Not saved: ${saved.refused} ${String(saved.details.why ?? "")}`);
  process.exitCode = 1;
} else {
  const { paymentProvider } = found.caller.account;
  console.log(
    `Saved. Notifications are expected at /notifications/${paymentProvider}/${saved.credentialsId}`,
  );
}
