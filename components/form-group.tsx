import type { ReactNode } from "react";

export interface FieldText {
  label: string;
  hint?: string | undefined;
}

/** An error beside its field. The prefix tells screen readers what it is. */
export interface FieldError {
  prefix: string;
  text: string;
}

interface Props {
  inputId: string;
  text: FieldText;
  error: FieldError | undefined;
  children: ReactNode;
}

/** Label, hint and error around one input, which names them by `describedBy`. */
export function FormGroup({ inputId, text, error, children }: Props) {
  return (
    <div className={error ? "govuk-form-group govuk-form-group--error" : "govuk-form-group"}>
      <label className="govuk-label" htmlFor={inputId}>
        {text.label}
      </label>
      {text.hint !== undefined && (
        <div id={`${inputId}-hint`} className="govuk-hint">
          {text.hint}
        </div>
      )}
      <ErrorMessage id={`${inputId}-error`} error={error} />
      {children}
    </div>
  );
}

export function ErrorMessage({ id, error }: { id: string; error: FieldError | undefined }) {
  return (
    error && (
      <p id={id} className="govuk-error-message">
        <span className="govuk-visually-hidden">{error.prefix}</span> {error.text}
      </p>
    )
  );
}

/** What an input's aria-describedby and aria-invalid say. */
export function described(inputId: string, text: FieldText, error: FieldError | undefined) {
  const ids = [text.hint !== undefined && `${inputId}-hint`, error && `${inputId}-error`].filter(Boolean);
  return {
    ...(ids.length > 0 && { "aria-describedby": ids.join(" ") }),
    ...(error && { "aria-invalid": true }),
  };
}
