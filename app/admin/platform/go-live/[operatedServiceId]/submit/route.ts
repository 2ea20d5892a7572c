import { openLiveAccount } from "@/domain/accounts/operate-platform";
import { isRefused } from "@/domain/refused";
import { addressOf } from "../../../../routes";
import { again, done, staffAction } from "../../../../staff-action";

export const POST = staffAction("openLiveAccount", async ({ caller, params, field, now }) => {
  const provider = field("provider") === "worldpay" ? "worldpay" : "stripe";
  const outcome = await openLiveAccount(caller, params.operatedServiceId ?? "", provider, now);
  if (!isRefused(outcome)) {
    return done(
      addressOf("operatedAccount", { operatedId: outcome.id }),
      "The live account is open. It takes payments once its provider’s credentials are saved.",
    );
  }
  const text =
    outcome.refused === "liveAlready"
      ? "This service has a live account already."
      : "There is no such service.";
  return again(addressOf("platform"), [{ field: "main-content", text }]);
});
