import { z } from "zod";
import { isRefused } from "@/domain/refused";
import { inviteToTeam } from "@/domain/staff/invitations";
import { isRole } from "@/domain/staff/permissions";
import { addressOf } from "../../../../../routes";
import { again, done, staffAction } from "../../../../../staff-action";

export const POST = staffAction("inviteStaff", async ({ caller, params, field, now }) => {
  const here = addressOf("team", params);
  const values = { email: field("email"), role: field("role") };
  const { role } = values;
  if (!z.email().max(254).safeParse(values.email).success) {
    const text = "Enter an email address in the correct format, like name@example.com.";
    return again(here, [{ field: "email", text }], values);
  }
  if (!isRole(role)) return again(here, [{ field: "role", text: "Choose a role." }], values);
  const outcome = await inviteToTeam(caller, { email: values.email, role }, now);
  if (isRefused(outcome)) {
    const text = "Somebody with this address is a member of the team already.";
    return again(here, [{ field: "email", text }], values);
  }
  const shownOnce = process.env.EXCHEQUER_DEMO === "1" ? [outcome.link] : [];
  return done(here, `The invitation to ${values.email} is on its way.`, { flash: { shownOnce } });
});
