import { described, FormGroup, type FieldError } from "../form-group";

/** Why somebody does what they do, in their own words; the audit keeps it. */
export function ReasonInput({ value, error }: { value: string | undefined; error: FieldError | undefined }) {
  const text = { label: "Reason", hint: "For your records. It is shown to staff only." };
  return (
    <FormGroup inputId="reason" text={text} error={error}>
      <textarea
        {...described("reason", text, error)}
        id="reason"
        name="reason"
        rows={3}
        maxLength={255}
        defaultValue={value ?? ""}
        className={error ? "govuk-textarea govuk-textarea--error" : "govuk-textarea"}
      />
    </FormGroup>
  );
}
