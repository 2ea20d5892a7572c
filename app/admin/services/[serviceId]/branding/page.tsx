import { BrandingPreview } from "@/components/admin/branding-preview";
import { Checkboxes } from "@/components/admin/checkboxes";
import { FileInput } from "@/components/admin/file-input";
import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { Button } from "@/components/button";
import { TextInput } from "@/components/text-input";
import { LIMITS } from "@/contract/limits";
import { findLogoNow } from "@/domain/accounts/find-logo";
import { staffPage } from "../../../staff-page";
import { COLOUR_FIELDS, readColours, whyNotColours } from "./branding-fields";

const { logoKibibytes, logoLeastPixels, logoMostPixels } = LIMITS;

export default staffPage("branding", async ({ caller: { service }, csrf, flash, here }) => {
  const logo = await findLogoNow(service.id);
  const typed = flash.values && readColours((name) => flash.values?.[name] ?? "");
  const tried = typed && whyNotColours(typed).length === 0 ? typed : undefined;
  const { nameEn, organisation, bannerColour, buttonColour } = service;
  const saved = { bannerColour, buttonColour };
  return {
    title: "Colours and logo",
    children: (
      <>
        <BrandingPreview
          owner={{ name: nameEn, organisation, live: true, colours: tried ?? saved, logo }}
          caption={tried ? "How payers would see these colours: nothing is saved yet" : "What payers see now"}
        />
        <StaffForm action={here} csrf={csrf} button="Save" withFile>
          {COLOUR_FIELDS.map(({ name, ...text }) => (
            <TextInput
              key={name}
              id={name}
              name={name}
              width={10}
              autoComplete="off"
              spellCheck={false}
              defaultValue={flash.values?.[name] ?? service[name] ?? ""}
              text={text}
              error={errorOf(flash.problems, name)}
            />
          ))}
          <FileInput
            id="logo"
            name="logo"
            accept="image/png,image/jpeg,image/webp"
            text={{
              label: logo ? "Another logo (optional)" : "Logo (optional)",
              hint: `A PNG, JPEG or WebP picture of ${logoKibibytes} KB or less, from ${logoLeastPixels} to ${logoMostPixels} pixels wide and high`,
            }}
            error={errorOf(flash.problems, "logo")}
          />
          {logo && (
            <Checkboxes
              id="removeLogo"
              legend="The logo that is there"
              options={[{ name: "removeLogo", label: "Remove it" }]}
              isChosen={(name) => flash.values?.[name] === "on"}
            />
          )}
          <Button name="preview" look="secondary">
            See the colours first
          </Button>
        </StaffForm>
      </>
    ),
  };
});
