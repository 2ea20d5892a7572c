import { isRefused } from "@/domain/refused";
import { removeMember } from "@/domain/staff/members";
import { addressOf } from "../../../../../../routes";
import { again, done, staffAction } from "../../../../../../staff-action";

export const POST = staffAction("doRemoveMember", async ({ caller, params, now }) => {
  const staffId = params.staffId ?? "";
  const outcome = await removeMember(caller, staffId, now);
  const isSelf = staffId === caller.member.id;
  if (!isRefused(outcome))
    return done(isSelf ? addressOf("signIn") : addressOf("team", params), "They are removed from the team.");
  const text =
    outcome.refused === "lastAdmin"
      ? "This is the team’s only admin. Make somebody else an admin first."
      : "This person is not on the team any more.";
  return again(addressOf("team", params), [{ field: `role-${staffId}`, text }]);
});
