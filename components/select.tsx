import type { Ref, SelectHTMLAttributes } from "react";
import { described, FormGroup, type FieldError, type FieldText } from "./form-group";

interface Props extends Omit<SelectHTMLAttributes<HTMLSelectElement>, "id"> {
  id: string;
  text: FieldText;
  error: FieldError | undefined;
  options: readonly { value: string; name: string }[];
  ref?: Ref<HTMLSelectElement>;
}

export function Select({ id, text, error, options, ...select }: Props) {
  return (
    <FormGroup inputId={id} text={text} error={error}>
      <select
        {...select}
        {...described(id, text, error)}
        id={id}
        className={error ? "govuk-select govuk-select--error" : "govuk-select"}
      >
        {options.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </FormGroup>
  );
}
