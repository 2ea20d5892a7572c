import { nameService } from "@/domain/accounts/name-service";
import { addressOf } from "../../../../routes";
import { again, done, staffAction } from "../../../../staff-action";

const NAME_CHARACTERS = 255;

export const POST = staffAction("nameService", async ({ caller, params, field, now }) => {
  const here = addressOf("names", params);
  const values = { nameEn: field("nameEn"), nameCy: field("nameCy"), organisation: field("organisation") };
  const problems = Object.entries(values).flatMap(([name, value]) => {
    if (value === "" && name !== "nameCy") return [{ field: name, text: "Enter a name." }];
    const text = `Enter ${NAME_CHARACTERS} characters or fewer.`;
    return value.length > NAME_CHARACTERS ? [{ field: name, text }] : [];
  });
  if (problems.length > 0) return again(here, problems, values);
  await nameService(caller, { ...values, nameCy: values.nameCy === "" ? null : values.nameCy }, now);
  return done(here, "The names are saved.");
});
