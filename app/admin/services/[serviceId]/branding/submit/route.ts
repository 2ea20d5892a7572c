import { LIMITS } from "@/contract/limits";
import { setBranding } from "@/domain/accounts/set-branding";
import { isRefused } from "@/domain/refused";
import { ADMIN_ROUTES, addressOf } from "../../../../routes";
import { again, done, staffAction, tooLarge } from "../../../../staff-action";
import { readColours, whyNotColours } from "../branding-fields";

export const POST = staffAction("changeBranding", async ({ caller, params, field, file, now }) => {
  const here = addressOf("branding", params);
  const values = Object.fromEntries(
    ["bannerColour", "buttonColour", "removeLogo"].map((name) => [name, field(name)]),
  );
  const colours = readColours(field);
  const problems = whyNotColours(colours);
  if (problems.length > 0 || field("preview") === "on") return again(here, problems, values);
  const chosen = file("logo") ?? (field("removeLogo") === "on" ? null : undefined);
  const branding = { ...colours, ...(chosen !== undefined && { logo: chosen }) };
  const outcome = await setBranding(caller, caller.service.id, branding, now);
  if (!isRefused(outcome)) return done(here, "Payers see the new look from now on.");
  const problem =
    outcome.refused === "logoTooLarge"
      ? tooLarge(ADMIN_ROUTES.changeBranding.upload)
      : { field: "logo", text: LOGO_PROBLEMS[outcome.refused] ?? "This service cannot look like that." };
  return again(here, [problem], values);
});

const LOGO_PROBLEMS: Readonly<Record<string, string>> = {
  logoNotAPicture: "The logo must be a PNG, JPEG or WebP picture that does not move.",
  logoWrongSize: `The logo must be at least ${LIMITS.logoLeastPixels} and at most ${LIMITS.logoMostPixels} pixels wide and high.`,
};
