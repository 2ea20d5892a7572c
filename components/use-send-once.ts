import { useEffect, useRef, useState } from "react";

const LET_GO_MILLISECONDS = 10_000;

/**
 * A guard against double clicks: `take()` is true for the first press and false until the page is shown again or
 * has waited in vain. Only a courtesy: the server takes each payment once, whatever is pressed.
 */
export function useSendOnce() {
  const taken = useRef(false);
  const [sending, setSending] = useState(false);
  useEffect(() => {
    const letGo = () => {
      taken.current = false;
      setSending(false);
    };
    // Back may bring the page up as it was left.
    window.addEventListener("pageshow", letGo);
    const timer = sending ? setTimeout(letGo, LET_GO_MILLISECONDS) : undefined;
    return () => {
      window.removeEventListener("pageshow", letGo);
      clearTimeout(timer);
    };
  }, [sending]);

  const take = () => {
    if (taken.current) return false;
    taken.current = true;
    setSending(true);
    return true;
  };
  return { sending, take };
}
