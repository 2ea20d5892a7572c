import { revokeApiKey } from "@/domain/accounts/manage-api-keys";
import { isRefused } from "@/domain/refused";
import { addressOf } from "../../../../../../routes";
import { again, done, staffAction } from "../../../../../../staff-action";

export const POST = staffAction("doRevokeApiKey", async ({ caller, params, now }) => {
  const here = addressOf("apiKeys", params);
  const outcome = await revokeApiKey(caller, params.keyId ?? "", now);
  if (!isRefused(outcome)) return done(here, `The key “${outcome.name}” is revoked.`);
  return again(here, [{ field: "name", text: "This key is revoked already, or was never here." }]);
});
