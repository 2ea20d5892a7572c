import { FAULT_WORDS } from "@/messages/faults";
import type { Language } from "@/messages";

/** What to say when something of ours has failed. Used by the browser too, so it brings its own few words. */
export function Fault({ language, reference }: { language: Language; reference: string | null }) {
  const words = FAULT_WORDS[language];
  return (
    <>
      <p className="govuk-body">{words.why}</p>
      <p className="govuk-body app-both__next">{words.next}</p>
      {reference !== null && (
        <p className="govuk-body app-both__reference">
          {words.reference} {reference}
        </p>
      )}
    </>
  );
}
