"use client";

import { useEffect, useRef, useState, type ReactNode } from "react";
import { useForm, type FieldErrors } from "react-hook-form";
import type { CardBrand } from "@/contract/card";
import {
  CARD_FORM_FIELDS,
  type CardFormField,
  type Collects,
  type Problem,
} from "@/contract/card-form-fields";
import { suggestEmail } from "@/contract/email-suggestion";
import type { Language } from "@/messages";
import { Button } from "./button";
import { CardFields, type Masks } from "./card-fields";
import { INPUT_IDS, type Field } from "./card-form-fields";
import type { CardFormTexts } from "./card-form-texts";
import { FoundCard, useCardLookUp } from "./card-look-up";
import { checkCardForm } from "./check-card-form";
import { ErrorSummary } from "./error-summary";
import { AddressFields, ContactFields } from "./payer-fields";
import { SendingNote } from "./sending-note";
import { useSendOnce } from "./use-send-once";

interface Props {
  language: Language;
  action: string;
  csrf: string;
  collects: Collects;
  /** The server's clock decides which cards have expired, not the payer's. */
  now: string;
  brands: readonly CardBrand[];
  answers: Partial<Record<CardFormField, string>>;
  problems: readonly Problem[];
  texts: CardFormTexts;
  /** Let the browser fill in the payer's own card; not for staff who type in somebody else's. */
  autofill: boolean;
  masks: Masks;
  /** Stands between the error summary and the form. */
  heading: ReactNode;
  /** Stands below the form. */
  children: ReactNode;
}

/**
 * The card form. Complete as HTML; with script the same rules are checked before anything is sent, and then the
 * browser sends the very same form.
 */
export function CardDetailsForm({ collects, now, texts, answers, ...props }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { sending, take } = useSendOnce();
  const [found, setFound] = useState({ problems: props.problems, email: answers.email ?? "", attempt: 0 });
  const { register, handleSubmit } = useForm({
    // Checks what will be sent, fields included that the browser has filled in or restored by itself.
    resolver: () => checkCardForm(answersIn(form.current), collects, new Date(now)),
    shouldFocusError: false,
    reValidateMode: "onSubmit",
  });

  const { look, ...card } = useCardLookUp(props.action, props.csrf);
  useEffect(() => {
    // What the browser has restored, or the payer typed before there was script.
    void look(answersIn(form.current).cardNo ?? "");
  }, [look]);

  const showProblems = (errors: FieldErrors) => {
    const problems = CARD_FORM_FIELDS.flatMap((field) => {
      const code = errors[field]?.message ?? (field === "cardNo" ? card.found?.problem : undefined);
      return typeof code === "string" ? [{ field, code }] : [];
    });
    setFound({ problems, email: answersIn(form.current).email ?? "", attempt: found.attempt + 1 });
  };
  const send = () => {
    // Refused here rather than by the server, after which number and code would have to be typed again.
    if (card.found?.problem) showProblems({});
    else if (take()) form.current?.submit();
  };
  useEffect(() => {
    if (found.attempt > 0) document.title = texts.titleOnError;
  }, [found.attempt, texts]);

  const sentenceOf = ({ code }: Problem) =>
    (texts.problems[code] ?? card.found?.words.problem ?? code).replace(
      "{suggestion}",
      suggestEmail(found.email) ?? "",
    );
  const field: Field = (name, autoComplete) => {
    const problem = found.problems.find((each) => each.field === name);
    return {
      ...register(name),
      id: INPUT_IDS[name],
      autoComplete: props.autofill ? autoComplete : "off",
      defaultValue: answers[name],
      error: problem && { prefix: texts.errorPrefix, text: sentenceOf(problem) },
    };
  };
  const has = (start: string) => found.problems.some(({ code }) => code.startsWith(start));

  return (
    <FoundCard value={card.found}>
      {found.problems.length > 0 && (
        <ErrorSummary
          key={found.attempt}
          title={texts.problemSummary}
          entries={found.problems.map((each) => ({ inputId: INPUT_IDS[each.field], text: sentenceOf(each) }))}
        />
      )}
      {props.heading}
      <div id="card-details-wrap" className="app-checkout__form">
        <form
          id="card-details"
          ref={form}
          method="post"
          action={props.action}
          noValidate
          onSubmit={(event) => void handleSubmit(send, showProblems)(event)}
        >
          <input type="hidden" name="csrf" value={props.csrf} />
          <input type="hidden" name="emailAsTyped" value={has("email.didYouMean") ? found.email : ""} />
          <CardFields
            field={field}
            texts={texts}
            language={props.language}
            brands={props.brands}
            wholeDateWrong={has("expiryMonth.date")}
            seen={card.seen}
            note={card.found?.words.problem ?? card.found?.words.surcharge?.note}
            masks={props.masks}
            onNumber={(number) => void look(number)}
          />
          {texts.address && <AddressFields field={field} texts={texts.address} language={props.language} />}
          {texts.contact && <ContactFields field={field} texts={texts.contact} />}
          <Button id="submit-card-details">{texts.continue}</Button>
          <SendingNote sending={sending} text={texts.sending} />
        </form>
        {props.children}
      </div>
    </FoundCard>
  );
}

function answersIn(form: HTMLFormElement | null): Record<string, string> {
  const entries = form ? [...new FormData(form)] : [];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
