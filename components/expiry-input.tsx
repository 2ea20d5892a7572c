import type { InputHTMLAttributes, Ref } from "react";
import { ErrorMessage, type FieldError } from "./form-group";

type Input = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

interface Props {
  text: { legend: string; hint: string; month: string; year: string };
  month: Input;
  year: Input;
  error: FieldError | undefined;
  /** Which of the two the error is about. */
  wrong: { month: boolean; year: boolean };
}

/** A card's expiry date: month and year, one error for both. */
export function ExpiryInput({ text, month, year, error, wrong }: Props) {
  const describedBy = error ? "expiry-date-hint expiry-date-error" : "expiry-date-hint";
  return (
    <div className={error ? "govuk-form-group govuk-form-group--error" : "govuk-form-group"}>
      <fieldset className="govuk-fieldset" aria-describedby={describedBy}>
        <legend className="govuk-fieldset__legend">{text.legend}</legend>
        <div id="expiry-date-hint" className="govuk-hint">
          {text.hint}
        </div>
        <ErrorMessage id="expiry-date-error" error={error} />
        <div className="govuk-date-input">
          <DatePart id="expiry-month" label={text.month} input={month} wrong={wrong.month} />
          <DatePart id="expiry-year" label={text.year} input={year} wrong={wrong.year} />
        </div>
      </fieldset>
    </div>
  );
}

function DatePart({ id, label, input, wrong }: { id: string; label: string; input: Input; wrong: boolean }) {
  const classes = `govuk-input govuk-date-input__input govuk-input--width-${id === "expiry-year" ? 4 : 3}`;
  return (
    <div className="govuk-date-input__item">
      <label className="govuk-label govuk-date-input__label" htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        inputMode="numeric"
        className={wrong ? `${classes} govuk-input--error` : classes}
        {...(wrong && { "aria-invalid": true, "aria-describedby": "expiry-date-error" })}
      />
    </div>
  );
}
