/** How long Stripe is waited for, and how often it is asked again. Milliseconds. */
export const MILLISECONDS = {
  /** Banks may take their time; beyond this nobody waits, and Stripe is asked what became of it. */
  confirmTimeout: 40_000,
  timeout: 15_000,
  /** Between tries while Stripe is busy: it has done nothing then. */
  busyPauses: [100, 400, 1200],
  /** A confirmation whose answer was lost may still be at work: it is looked for three times within ten seconds. */
  lookPauses: [0, 1000, 4000],
};
