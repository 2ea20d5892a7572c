/** What is said to whoever looks for a whole card number. */
export const CARD_NUMBER_REFUSED =
  "What you looked for looks like a whole card number. We never store those, so they cannot be found, and they must not be kept in your browser’s history. Look for the last 4 digits instead.";
