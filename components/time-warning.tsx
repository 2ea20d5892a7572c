"use client";

import { useEffect, useState } from "react";

interface Props {
  /** By the server's clock when the page was made: the payer's own may be wrong. */
  secondsLeft: number;
  /** Where the server says how the payment stands. */
  next: string;
  texts: { soon: string; over: string; next: string };
}

const WARN_MILLISECONDS = 5 * 60_000;
const LOOK_MILLISECONDS = 5000;

/** With script: says so some minutes before a payment's time is over, and when it is. Moves nobody anywhere. */
export function TimeWarning({ secondsLeft, next, texts }: Props) {
  const [left, setLeft] = useState<"enough" | "little" | "none">("enough");
  useEffect(() => {
    const end = Date.now() + secondsLeft * 1000;
    const look = () => {
      const rest = end - Date.now();
      setLeft(rest > WARN_MILLISECONDS ? "enough" : rest > 0 ? "little" : "none");
    };
    look();
    const timer = setInterval(look, LOOK_MILLISECONDS);
    return () => clearInterval(timer);
  }, [secondsLeft]);

  return (
    <output className="app-time">
      {left !== "enough" && (
        <span className="govuk-width-container app-time__text">
          {left === "little" ? texts.soon : texts.over}{" "}
          {left === "none" && (
            <a className="app-time__link" href={next}>
              {texts.next}
            </a>
          )}
        </span>
      )}
    </output>
  );
}
