import { createContext, useCallback, useContext, useRef, useState } from "react";
import type { CardBrand } from "@/contract/card";
import { brandOf } from "@/contract/card-brand";
import { LOOK_UP_DIGITS, type CardLookUp } from "@/contract/card-look-up";

const Found = createContext<CardLookUp | null>(null);

/** Lets what is found about the typed card reach the payment's sums beside the form. */
export const FoundCard = Found.Provider;

export function useFoundCard(): CardLookUp | null {
  return useContext(Found);
}

/**
 * Watches the card number while it is typed: the network by its first digits, at once; what else the server can
 * tell by the first eleven, when they are there. Without an answer the form works as it does without script.
 */
export function useCardLookUp(action: string, csrf: string) {
  const asked = useRef("");
  const [seen, setSeen] = useState<CardBrand | null>(null);
  const [found, setFound] = useState<CardLookUp | null>(null);

  const look = useCallback(
    async (number: string) => {
      const digits = number.replace(/\D/g, "");
      setSeen(brandOf(digits));
      const first = digits.length < LOOK_UP_DIGITS ? "" : digits.slice(0, LOOK_UP_DIGITS);
      if (first === asked.current) return;
      asked.current = first;
      setFound(null);
      const answer = first === "" ? null : await ask(action, csrf, first);
      // Others may have been typed in the meantime.
      if (asked.current === first) setFound(answer);
    },
    [action, csrf],
  );
  return { seen: found?.brand ?? seen, found, look };
}

async function ask(action: string, csrf: string, digits: string): Promise<CardLookUp | null> {
  try {
    const body = new URLSearchParams({ csrf, digits });
    const response = await fetch(`${action}/check-card`, { method: "POST", body });
    return response.ok ? ((await response.json()) as CardLookUp) : null;
  } catch {
    return null;
  }
}
