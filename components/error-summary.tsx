import { useEffect, useRef } from "react";

interface Props {
  title: string;
  /** In page order; each leads to its input. */
  entries: readonly { inputId: string; text: string }[];
}

/**
 * What is wrong with a form, at the top of the page. With script it takes the focus when it appears; give it a new
 * key for each attempt.
 */
export function ErrorSummary({ title, entries }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, []);
  return (
    <div className="govuk-error-summary" ref={box} tabIndex={-1} id="error-summary">
      <div role="alert">
        <h2 className="govuk-error-summary__title">{title}</h2>
        <div className="govuk-error-summary__body">
          <ul className="govuk-list govuk-error-summary__list">
            {entries.map(({ inputId, text }) => (
              <li key={`${inputId} ${text}`}>
                <a href={`#${inputId}`} onClick={(event) => focusInput(event, inputId)}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  );
}

/** The input comes into view with its label and what is wrong with it. */
function focusInput(event: React.MouseEvent, inputId: string) {
  const input = document.getElementById(inputId);
  if (!input) return;
  event.preventDefault();
  input.closest(".govuk-form-group")?.scrollIntoView();
  input.focus({ preventScroll: true });
}
