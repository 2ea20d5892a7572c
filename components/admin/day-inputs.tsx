import { TextInput } from "../text-input";
import { errorOf } from "./staff-form";

interface Props {
  values: { readonly from: string; readonly to: string };
  problems: readonly { readonly field: string; readonly text: string }[];
  /** What stands above the first day and the last. */
  labels?: readonly [from: string, to: string];
}

const LABELS = ["On or after", "On or before"] as const;

/** From which day up to which: the last is meant too. */
export function DayInputs({ values, problems, labels = LABELS }: Props) {
  return (["from", "to"] as const).map((field, index) => (
    <TextInput
      key={field}
      id={field}
      name={field}
      type="date"
      defaultValue={values[field]}
      text={{ label: labels[index] ?? "" }}
      error={errorOf(problems, field)}
    />
  ));
}
