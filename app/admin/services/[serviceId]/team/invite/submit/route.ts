import { isRefused } from "@/domain/refused";
import { inviteToTeam } from "@/domain/staff/invitations";
import { isRole } from "@/domain/staff/permissions";
import { whyNotEmail } from "../../../../../read-answers";
import { addressOf } from "../../../../../routes";
import { again, done, staffAction } from "../../../../../staff-action";

export const POST = staffAction("inviteStaff", async ({ caller, params, field, now }) => {
  const here = addressOf("team", params);
  const values = { email: field("email"), role: field("role") };
  const { role } = values;
  const why = whyNotEmail(values.email);
  if (why !== undefined) return again(here, [{ field: "email", text: why }], values);
  if (!isRole(role)) return again(here, [{ field: "role", text: "Choose a role." }], values);
  const outcome = await inviteToTeam(caller, { email: values.email, role }, now);
  if (isRefused(outcome)) {
    const text = "Somebody with this address is a member of the team already.";
    return again(here, [{ field: "email", text }], values);
  }
  const shownOnce = process.env.EXCHEQUER_DEMO === "1" ? [outcome.link] : [];
  return done(here, `The invitation to ${values.email} is on its way.`, { flash: { shownOnce } });
});
