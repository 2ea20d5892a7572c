/** How long a payer waits for the bank before the waiting page is shown. */
const PATIENCE_MILLISECONDS = 3000;

/** Ends when a payer has waited long enough without being told anything. */
export function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MILLISECONDS).unref());
}
