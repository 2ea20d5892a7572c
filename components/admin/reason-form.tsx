import { SummaryList, type SummaryRow } from "../summary-list";
import { ReasonInput } from "./reason-input";
import { errorOf, StaffForm } from "./staff-form";

interface Props {
  action: string;
  csrf: string;
  button: string;
  otherwise: { readonly href: string; readonly name: string };
  /** What it is about. */
  facts: readonly SummaryRow[];
  /** What comes of it. */
  consequence: string;
  /** What came back with the form. */
  flash: {
    readonly values?: Readonly<Record<string, string>>;
    readonly problems?: readonly { readonly field: string; readonly text: string }[];
  };
}

/** Asks once more, and why, before something is done that cannot be undone. */
export function ReasonForm({ facts, consequence, flash, ...form }: Props) {
  return (
    <StaffForm {...form} look="warning">
      <SummaryList rows={facts} />
      <p className="govuk-body">{consequence}</p>
      <ReasonInput value={flash.values?.reason} error={errorOf(flash.problems, "reason")} />
    </StaffForm>
  );
}
