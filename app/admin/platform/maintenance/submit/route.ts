import { switchMaintenance } from "@/domain/accounts/operate-platform";
import { addressOf } from "../../../routes";
import { done, staffAction } from "../../../staff-action";

export const POST = staffAction("switchMaintenance", async ({ caller, field, now }) => {
  const on = field("on") === "on";
  await switchMaintenance(caller, on, now);
  return done(addressOf("platform"), on ? "Maintenance has begun." : "Maintenance has ended.");
});
