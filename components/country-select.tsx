import type { Ref, SelectHTMLAttributes } from "react";
import type { Language } from "@/messages";
import type * as CountryOptions from "./country-options";
import { described, FormGroup, type FieldError, type FieldText } from "./form-group";
import { useServed } from "./use-served";

interface Props extends Omit<SelectHTMLAttributes<HTMLSelectElement>, "id"> {
  id: string;
  text: FieldText;
  error: FieldError | undefined;
  language: Language;
  ref?: Ref<HTMLSelectElement>;
}

/** Every country; the browser's script does without their names. */
export function CountrySelect({ id, text, error, language, ...select }: Props) {
  const served = useServed(id, () => optionsIn(language, select.defaultValue));
  return (
    <FormGroup inputId={id} text={text} error={error}>
      <select
        {...select}
        {...described(id, text, error)}
        className={error ? "govuk-select govuk-select--error" : "govuk-select"}
        {...served}
      />
    </FormGroup>
  );
}

function optionsIn(language: Language, chosen: unknown) {
  if (typeof window !== "undefined") return {};
  const { countryMarkup } = require("./country-options") as typeof CountryOptions;
  return { dangerouslySetInnerHTML: { __html: countryMarkup(language, chosen) } };
}
