import { isRefused } from "@/domain/refused";
import { changeRole } from "@/domain/staff/members";
import { isRole, ROLE_NAMES } from "@/domain/staff/permissions";
import { addressOf } from "../../../../../../routes";
import { again, done, staffAction } from "../../../../../../staff-action";

export const POST = staffAction("changeRole", async ({ caller, params, field, now }) => {
  const here = addressOf("team", params);
  const [staffId, role] = [params.staffId ?? "", field("role")];
  const input = `role-${staffId}`;
  if (!isRole(role)) return again(here, [{ field: input, text: "Choose a role." }]);
  const outcome = await changeRole(caller, staffId, role, now);
  if (!isRefused(outcome)) return done(here, `Their role is now “${ROLE_NAMES[role]}”.`);
  const text =
    outcome.refused === "lastAdmin"
      ? "This is the team’s only admin. Make somebody else an admin first."
      : "This person is not on the team any more.";
  return again(here, [{ field: input, text }]);
});
