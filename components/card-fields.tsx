import { securityCodeLength } from "@/contract/card-brand";
import type { CardBrand } from "@/contract/card";
import type { Language } from "@/messages";
import { CardBrands } from "./card-brands";
import type { Field } from "./card-form-fields";
import type { CardFormTexts } from "./card-form-texts";
import { ExpiryInput } from "./expiry-input";
import { TextInput } from "./text-input";

interface Props {
  field: Field;
  texts: CardFormTexts;
  language: Language;
  brands: readonly CardBrand[];
  /** The expiry date's error is about both of its inputs. */
  wholeDateWrong: boolean;
  /** The network of the number typed so far. */
  seen: CardBrand | null;
  /** What the payer should know of this card before they go on: no error, which nobody is told before they do. */
  note: string | null | undefined;
  masks: Masks;
  onNumber: (number: string) => void;
}

/** What is hidden as it is typed. */
export interface Masks {
  number: boolean;
  securityCode: boolean;
}

/** An input that shows dots, and which password managers are asked to leave alone. */
const MASKED = {
  type: "password",
  "data-1p-ignore": true,
  "data-lpignore": "true",
  "data-bwignore": true,
} as const;

/** Number, expiry date, name and security code. */
export function CardFields({ field, texts, wholeDateWrong, ...props }: Props) {
  const { language, brands, seen, note, masks, onNumber } = props;
  const number = field("cardNo", "cc-number");
  const month = field("expiryMonth", "cc-exp-month");
  const year = field("expiryYear", "cc-exp-year");
  const { error: monthError, ...monthInput } = month;
  const { error: yearError, ...yearInput } = year;
  return (
    <>
      <CardBrands label={texts.acceptedCards} language={language} brands={brands} seen={seen} />
      <TextInput
        {...number}
        onChange={(event) => {
          onNumber(event.target.value);
          void number.onChange(event);
        }}
        {...(masks.number && MASKED)}
        text={texts.cardNo}
        inputMode="numeric"
        spellCheck={false}
        className="govuk-input--extra-letter-spacing app-input--card-number"
      />
      <output className="govuk-visually-hidden">{seen && texts.brandSeen[seen]}</output>
      <output className="app-card-note">{note === number.error?.text ? null : note}</output>
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
        {...(masks.securityCode && MASKED)}
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
