import { ErrorMessage, type FieldError } from "../form-group";

interface Props {
  id: string;
  legend: string;
  hint?: string;
  error?: FieldError | undefined;
  /** Each is a field of its own, sent as `on` where it is ticked. */
  options: readonly { readonly name: string; readonly label: string; readonly hint?: string }[];
  isChosen: (name: string) => boolean;
}

/** Things to tick, none or many. */
export function Checkboxes({ id, legend, hint, error, options, isChosen }: Props) {
  const described = [hint !== undefined && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={error ? "govuk-form-group govuk-form-group--error" : "govuk-form-group"}>
      <fieldset className="govuk-fieldset" {...(described !== "" && { "aria-describedby": described })}>
        <legend className="govuk-fieldset__legend govuk-fieldset__legend--s">{legend}</legend>
        {hint !== undefined && (
          <div id={`${id}-hint`} className="govuk-hint">
            {hint}
          </div>
        )}
        <ErrorMessage id={`${id}-error`} error={error} />
        <div className="govuk-checkboxes">
          {options.map(({ name, label, hint: about }, index) => {
            // The summary of problems leads to the first.
            const inputId = index === 0 ? id : name;
            return (
              <div key={name} className="govuk-checkboxes__item">
                <input
                  className="govuk-checkboxes__input"
                  type="checkbox"
                  id={inputId}
                  name={name}
                  defaultChecked={isChosen(name)}
                  {...(about !== undefined && { "aria-describedby": `${name}-about` })}
                />
                <label className="govuk-label govuk-checkboxes__label" htmlFor={inputId}>
                  {label}
                </label>
                {about !== undefined && (
                  <div id={`${name}-about`} className="govuk-hint govuk-checkboxes__hint">
                    {about}
                  </div>
                )}
              </div>
            );
          })}
        </div>
      </fieldset>
    </div>
  );
}
