import { Checkboxes } from "@/components/admin/checkboxes";
import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { countryOptions } from "@/components/country-options";
import { Select } from "@/components/select";
import { TextInput } from "@/components/text-input";
import { staffPage } from "../../../staff-page";
import { BRANDS, DEFENCES, fieldsOf, SWITCHES } from "./setting-fields";

export default staffPage("settings", ({ caller, csrf, flash, here }) => {
  const values = flash.values ?? fieldsOf(caller.account);
  const isChosen = (name: string) => values[name] === "on";
  const select = (
    id: string,
    options: readonly { value: string; name: string }[],
    label: string,
    hint?: string,
  ) => (
    <Select
      id={id}
      name={id}
      defaultValue={values[id]}
      text={{ label, hint }}
      error={errorOf(flash.problems, id)}
      options={options}
    />
  );
  return Promise.resolve({
    title: "Settings",
    children: (
      <StaffForm action={here} csrf={csrf} button="Save">
        <Checkboxes
          id="brands"
          legend="Brands of card"
          error={errorOf(flash.problems, "brands")}
          options={BRANDS}
          isChosen={isChosen}
        />
        {SWITCHES.map(({ legend, options }) => (
          <Checkboxes
            key={legend}
            id={options[0]?.name ?? legend}
            legend={legend}
            error={errorOf(flash.problems, options[0]?.name ?? legend)}
            options={options}
            isChosen={isChosen}
          />
        ))}
        {select("defaultCountry", countryOptions("en"), "Country that payers’ addresses begin with")}
        <TextInput
          id="stepUpRefund"
          name="stepUpRefund"
          inputMode="decimal"
          autoComplete="off"
          width={10}
          defaultValue={values.stepUpRefund}
          text={{
            label: "Refunds above this many pounds ask staff for their second factor again",
            hint: "Leave it empty to ask for none",
          }}
          error={errorOf(flash.problems, "stepUpRefund")}
        />
        {select("defence", DEFENCES, "Defence against card testing", "Slows down whoever tries many cards")}
        {select(
          "cardDigits",
          [
            { value: "number", name: "As numbers" },
            { value: "text", name: "As text, leading zeros kept" },
          ],
          "How the API sends a card’s first and last digits",
          "A change may break systems that read them",
        )}
      </StaffForm>
    ),
  });
});
