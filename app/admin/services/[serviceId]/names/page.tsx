import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { TextInput } from "@/components/text-input";
import { staffPage } from "../../../staff-page";

const FIELDS = [
  { field: "nameEn", label: "Name in English", hint: "What payers see" },
  { field: "nameCy", label: "Name in Welsh (optional)", hint: "Shown to those who pay in Welsh" },
  { field: "organisation", label: "Organisation" },
] as const;

export default staffPage("names", ({ caller, csrf, flash, here }) =>
  Promise.resolve({
    title: "Names",
    children: (
      <StaffForm action={here} csrf={csrf} button="Save">
        {FIELDS.map(({ field, ...text }) => (
          <TextInput
            key={field}
            id={field}
            name={field}
            autoComplete="off"
            defaultValue={flash.values?.[field] ?? caller.service[field] ?? ""}
            text={text}
            error={errorOf(flash.problems, field)}
          />
        ))}
      </StaffForm>
    ),
  }),
);
