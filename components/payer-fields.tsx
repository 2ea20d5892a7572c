import type { Language } from "@/messages";
import type { Field } from "./card-form-fields";
import type { CardFormTexts } from "./card-form-texts";
import { CountrySelect } from "./country-select";
import { TextInput } from "./text-input";

interface AddressProps {
  field: Field;
  texts: NonNullable<CardFormTexts["address"]>;
  language: Language;
}

export function AddressFields({ field, texts, language }: AddressProps) {
  return (
    <div className="app-fieldset">
      <fieldset className="govuk-fieldset" aria-describedby="billing-address-hint">
        <legend className="govuk-fieldset__legend govuk-fieldset__legend--m">
          <h2 className="govuk-fieldset__heading">{texts.legend}</h2>
        </legend>
        <p id="billing-address-hint" className="govuk-hint">
          {texts.hint}
        </p>
        <TextInput {...field("addressLine1", "billing address-line1")} text={texts.addressLine1} />
        <TextInput {...field("addressLine2", "billing address-line2")} text={texts.addressLine2} />
        <TextInput {...field("addressCity", "billing address-level2")} text={texts.addressCity} width={20} />
        <CountrySelect
          {...field("addressCountry", "billing country")}
          text={texts.addressCountry}
          language={language}
        />
        <TextInput
          {...field("addressPostcode", "billing postal-code")}
          text={texts.addressPostcode}
          width={10}
        />
      </fieldset>
    </div>
  );
}

export function ContactFields({
  field,
  texts,
}: {
  field: Field;
  texts: NonNullable<CardFormTexts["contact"]>;
}) {
  return (
    <div className="app-fieldset">
      <h2 className="govuk-heading-m">{texts.legend}</h2>
      <TextInput {...field("email", "email")} text={texts.email} type="email" spellCheck={false} />
    </div>
  );
}
