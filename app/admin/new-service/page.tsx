import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { TextInput } from "@/components/text-input";
import { addressOf } from "../routes";
import { staffPage } from "../staff-page";

const FIELDS = [
  { field: "name_en", label: "Name in English", hint: "What payers see, such as “Pay for a parking permit”" },
  { field: "name_cy", label: "Name in Welsh (optional)", hint: "Shown to those who pay in Welsh" },
  { field: "organisation", label: "Organisation" },
] as const;

export default staffPage("newService", async ({ csrf, flash, here }) => ({
  title: "Create a service",
  back: { href: addressOf("services"), name: "Your services" },
  children: (
    <StaffForm action={here} csrf={csrf} button="Create the service">
      <p className="govuk-body">It begins with a test side. Its admin can take it live later.</p>
      {FIELDS.map(({ field, ...text }) => (
        <TextInput
          key={field}
          id={field}
          name={field}
          autoComplete="off"
          defaultValue={flash.values?.[field] ?? ""}
          text={text}
          error={errorOf(flash.problems, field)}
        />
      ))}
      <TextInput
        id="email"
        name="email"
        type="email"
        autoComplete="off"
        spellCheck={false}
        defaultValue={flash.values?.email ?? ""}
        text={{ label: "Email address of its first admin", hint: "They get an invitation" }}
        error={errorOf(flash.problems, "email")}
      />
    </StaffForm>
  ),
}));
