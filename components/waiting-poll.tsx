"use client";

import { useEffect, useSyncExternalStore } from "react";

const EVERY_MILLISECONDS = 2000;

/** Whether there is script: the note is no use without. */
const [never, yes, no] = [() => () => {}, () => true, () => false];

/** Asks every two seconds whether the bank has answered, and then goes where the payment is. */
export function WaitingPoll({ paymentId, note }: { paymentId: string; note: string }) {
  const polling = useSyncExternalStore(never, yes, no);
  useEffect(() => {
    const leaving = new AbortController();
    const ask = async () => {
      try {
        const response = await fetch(`/card-details/${paymentId}/status`, { signal: leaving.signal });
        const answer = (await response.json()) as { authorising?: boolean };
        if (answer.authorising !== true) window.location.replace(`/card-details/${paymentId}`);
      } catch {
        // The next round asks again; without a connection "Check again" would not help either.
      }
    };
    const timer = setInterval(() => void ask(), EVERY_MILLISECONDS);
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, [paymentId]);

  return (
    <output className="app-waiting">
      {polling && (
        <>
          <span className="app-waiting__dots" aria-hidden="true" />
          <span className="govuk-body">{note}</span>
        </>
      )}
    </output>
  );
}
