import type { CredentialsVerdict, PspCredentials } from "../port";
import { ask } from "./ask";
import { openAccount } from "./open-account";

/** Whether a key opens its account: asked for the balance, or for the account that a platform acts for. */
export async function checkCredentials(
  credentials: PspCredentials,
  live: boolean,
): Promise<CredentialsVerdict> {
  const account = openAccount({ credentials, live });
  if ("unusable" in account) return { is: "bad", why: account.unusable };
  const { stripe, connected } = account;
  const asked =
    connected === null
      ? await ask(() => stripe.balance.retrieve())
      : await ask(() => stripe.accounts.retrieve(connected));
  if ("value" in asked) return { is: "good" };
  const { is, code } = asked.failure;
  return is === "lost" || is === "busy" ? { is: "unknown", cause: code } : { is: "bad", why: code };
}
