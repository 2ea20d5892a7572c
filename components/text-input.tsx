import type { InputHTMLAttributes, Ref } from "react";
import { described, FormGroup, type FieldError, type FieldText } from "./form-group";

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, "id"> {
  id: string;
  text: FieldText;
  error: FieldError | undefined;
  /** In characters; the full width when left out. */
  width?: 4 | 5 | 10 | 20 | 30;
  ref?: Ref<HTMLInputElement>;
}

export function TextInput({ id, text, error, width, className = "", ...input }: Props) {
  const classes = [
    "govuk-input",
    width && `govuk-input--width-${width}`,
    error && "govuk-input--error",
    className,
  ];
  return (
    <FormGroup inputId={id} text={text} error={error}>
      <input
        {...input}
        {...described(id, text, error)}
        id={id}
        className={classes.filter(Boolean).join(" ")}
      />
    </FormGroup>
  );
}
