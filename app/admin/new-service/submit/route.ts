import { createService } from "@/domain/accounts/create-service";
import { isRefused } from "@/domain/refused";
import { inviteToTeam } from "@/domain/staff/invitations";
import type { Problem } from "../../flash";
import { whyNotEmail } from "../../read-answers";
import { addressOf } from "../../routes";
import { again, done, staffAction } from "../../staff-action";

const NAME_CHARACTERS = 255;

export const POST = staffAction("createService", async ({ caller, field, now }) => {
  const values = Object.fromEntries(
    ["name_en", "name_cy", "organisation", "email"].map((name) => [name, field(name)]),
  );
  const problems: Problem[] = [];
  for (const name of ["name_en", "name_cy", "organisation"]) {
    const value = values[name] ?? "";
    if (value === "" && name !== "name_cy") problems.push({ field: name, text: "Enter a name." });
    if (value.length > NAME_CHARACTERS)
      problems.push({ field: name, text: `Enter ${NAME_CHARACTERS} characters or fewer.` });
  }
  const why = whyNotEmail(values.email ?? "");
  if (why !== undefined) problems.push({ field: "email", text: why });
  if (problems.length > 0) return again(addressOf("newService"), problems, values);
  const { name_en: nameEn = "", name_cy: nameCy = "", organisation = "", email = "" } = values;
  const named = { nameEn, organisation, ...(nameCy !== "" && { nameCy }) };
  const service = await createService(caller, named, now);
  const outcome = await inviteToTeam({ ...caller, service, role: "admin" }, { email, role: "admin" }, now);
  const link =
    !isRefused(outcome) && process.env.EXCHEQUER_DEMO === "1" ? ` Their link: ${outcome.link}` : "";
  return done(addressOf("services"), `${nameEn} is created, and ${email} is invited to run it.${link}`);
});
