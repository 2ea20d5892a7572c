import { settleAlert } from "@/domain/alerts/settle-alert";
import { isRefused } from "@/domain/refused";
import { whyNotReason } from "../../../../../read-answers";
import { addressOf } from "../../../../../routes";
import { again, done, staffAction } from "../../../../../staff-action";

export const POST = staffAction("settleAlert", async ({ caller, params, field, now }) => {
  const reason = field("reason");
  const why = whyNotReason(reason);
  const here = addressOf("alert", params);
  if (why !== undefined) return again(here, [{ field: "reason", text: why }], { reason });
  const outcome = await settleAlert({ ...caller, reason }, params.alertId ?? "", now);
  if (!isRefused(outcome)) return done(addressOf("overview", params), "The alert is settled.");
  // Somebody else was first: the page says who.
  return again(here, []);
});
