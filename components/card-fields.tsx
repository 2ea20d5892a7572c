import { useState, type ChangeEvent, type ReactNode } from "react";
import { brandOf, securityCodeLength } from "@/contract/card-brand";
import type { CardBrand } from "@/contract/card";
import { CardBrands, type BrandName } from "./card-brands";
import type { Field } from "./card-form-fields";
import type { CardFormTexts } from "./card-form-texts";
import { ExpiryInput } from "./expiry-input";
import { TextInput } from "./text-input";

interface Props {
  field: Field;
  texts: CardFormTexts;
  brands: readonly BrandName[];
  /** What the service does not take, in words. */
  limits: ReactNode;
  /** The expiry date's error is about both of its inputs. */
  wholeDateWrong: boolean;
}

/** Number, expiry date, name and security code. */
export function CardFields({ field, texts, brands, limits, wholeDateWrong }: Props) {
  const [seen, setSeen] = useState<CardBrand | null>(null);
  const look = (event: ChangeEvent<HTMLInputElement>) =>
    setSeen(brandOf(event.target.value.replace(/\D/g, "")));
  const number = field("cardNo", "cc-number");
  const month = field("expiryMonth", "cc-exp-month");
  const year = field("expiryYear", "cc-exp-year");
  const { error: monthError, ...monthInput } = month;
  const { error: yearError, ...yearInput } = year;
  return (
    <>
      <CardBrands label={texts.acceptedCards} brands={brands} seen={seen} />
      {limits}
      <TextInput
        {...number}
        onChange={(event) => {
          look(event);
          void number.onChange(event);
        }}
        text={texts.cardNo}
        inputMode="numeric"
        spellCheck={false}
        className="govuk-input--extra-letter-spacing app-input--card-number"
      />
      <output className="govuk-visually-hidden">{seen && texts.brandSeen[seen]}</output>
      <ExpiryInput
        text={texts.expiry}
        month={monthInput}
        year={yearInput}
        error={monthError ?? yearError}
        wrong={{ month: monthError !== undefined, year: yearError !== undefined || wholeDateWrong }}
      />
      <TextInput {...field("cardholderName", "cc-name")} text={texts.cardholderName} spellCheck={false} />
      <TextInput
        {...field("cvc", "cc-csc")}
        text={{ label: texts.cvc.label, hint: codeHint(texts, seen) }}
        inputMode="numeric"
        width={5}
        className="govuk-input--extra-letter-spacing"
      />
    </>
  );
}

function codeHint({ cvc }: CardFormTexts, brand: CardBrand | null): string {
  const length = securityCodeLength(brand);
  if (length === null) return cvc.hint;
  return length === 4 ? cvc.hintFour : cvc.hintThree;
}
