"use client";

import { useEffect, useRef, useState } from "react";

interface Props {
  action: string;
  csrf: string;
  ceremony: "create" | "get";
  /** WebAuthn's own JSON, with the challenge. */
  options: object;
  hidden?: Readonly<Record<string, string>>;
}

type Stage = "unscripted" | "asking" | "failed" | "unable";

const ASKING = { create: "Your browser asks you where to keep it.", get: "Your browser asks you for it." };

const WORDS: Readonly<Record<Exclude<Stage, "asking">, string>> = {
  unscripted: "Passkeys need JavaScript, which is switched off in this browser or has not arrived yet.",
  failed: "No passkey was used. You can try again.",
  unable: "This browser cannot use passkeys.",
};

/**
 * Hands a challenge to the browser as soon as the page is there, and sends off the answer as a form like any other.
 * Passkeys exist for scripts only, and that is what the page says until there is one.
 */
export function PasskeyForm({ action, csrf, ceremony, options, hidden }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [stage, setStage] = useState<Stage>("unscripted");

  useEffect(() => {
    const left = new AbortController();
    void ask(form.current, { ceremony, options }, left.signal, setStage);
    return () => left.abort();
  }, [ceremony, options]);

  const askAgain = () => {
    void ask(form.current, { ceremony, options }, new AbortController().signal, setStage);
  };

  return (
    <form ref={form} method="post" action={action} className="app-staff-form">
      <input type="hidden" name="csrf" value={csrf} />
      {Object.entries(hidden ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="answer" />
      <output className="govuk-body">{stage === "asking" ? ASKING[ceremony] : WORDS[stage]}</output>
      {stage === "failed" && (
        <button type="button" className="govuk-button" onClick={askAgain}>
          Try again
        </button>
      )}
    </form>
  );
}

type Asked = Pick<Props, "ceremony" | "options">;

async function ask(
  form: HTMLFormElement | null,
  asked: Asked,
  signal: AbortSignal,
  report: (stage: Stage) => void,
): Promise<void> {
  report("asking");
  try {
    const credential = await perform(asked, signal);
    const answer = form?.elements.namedItem("answer");
    if (!form || !(answer instanceof HTMLInputElement)) return;
    answer.value = JSON.stringify(credential);
    form.submit();
  } catch (error) {
    // An older browser has no passkeys, or not with JSON.
    const unable = error instanceof ReferenceError || error instanceof TypeError;
    if (!signal.aborted) report(unable ? "unable" : "failed");
  }
}

async function perform({ ceremony, options }: Asked, signal: AbortSignal) {
  return ceremony === "create"
    ? navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
          options as PublicKeyCredentialCreationOptionsJSON,
        ),
        signal,
      })
    : navigator.credentials.get({
        publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
          options as PublicKeyCredentialRequestOptionsJSON,
        ),
        signal,
      });
}
