import { DayInputs } from "@/components/admin/day-inputs";
import { FilterForm } from "@/components/admin/filter-form";
import { errorOf } from "@/components/admin/staff-form";
import { Select } from "@/components/select";
import { TextInput } from "@/components/text-input";
import { CARD_BRAND_NAMES } from "@/contract/card";
import { STATUS_FILTERS, type Filter, type FilterValues } from "./payment-filters";

interface Props {
  here: string;
  values: FilterValues;
  problems: readonly { readonly field: string; readonly text: string }[];
}

/** Asked for less often than the others. */
const MORE = ["cardholder_name", "last_digits", "brand", "metadata"] as const satisfies Filter[];

/** What payments can be found by. */
export function PaymentFilterForm({ here, values, problems }: Props) {
  const text = (field: "reference" | "email" | "cardholder_name" | "last_digits" | "metadata") => ({
    id: field,
    name: field,
    defaultValue: values[field],
    error: errorOf(problems, field),
    autoComplete: "off",
    spellCheck: false,
  });
  const choice = (field: "status" | "brand", options: readonly { value: string; name: string }[]) => ({
    id: field,
    name: field,
    defaultValue: values[field],
    error: undefined,
    options: [{ value: "", name: "Any" }, ...options],
  });
  const statuses = Object.entries(STATUS_FILTERS).map(([value, { name }]) => ({ value, name }));
  const brands = Object.entries(CARD_BRAND_NAMES).map(([value, name]) => ({ value, name }));
  const more = (
    <>
      <TextInput {...text("cardholder_name")} text={{ label: "Name on the card" }} />
      <TextInput {...text("last_digits")} inputMode="numeric" text={{ label: "Last 4 digits of the card" }} />
      <Select {...choice("brand", brands)} text={{ label: "Card brand" }} />
      <TextInput {...text("metadata")} text={{ label: "Metadata value" }} />
    </>
  );
  return (
    <FilterForm
      name="Payments"
      here={here}
      button="Find payments"
      more={{ children: more, inUse: MORE.some((field) => values[field] !== "") }}
    >
      <TextInput {...text("reference")} text={{ label: "Reference" }} />
      <TextInput {...text("email")} text={{ label: "Email address" }} />
      <Select {...choice("status", statuses)} text={{ label: "Status" }} />
      <DayInputs
        values={values}
        problems={problems}
        labels={["Created on or after", "Created on or before"]}
      />
    </FilterForm>
  );
}
