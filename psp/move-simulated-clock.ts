/**
 * Brings a simulated provider to a time that an account's test clock has come to. Only one on this machine has a clock to move,
 * and it never goes back: where it is further already, or nobody answers, it stays as it is.
 */
export async function moveSimulatedClock(
  psp: "stripe" | "worldpay",
  apiBase: string | undefined,
  now: Date,
): Promise<void> {
  if (apiBase === undefined || new URL(apiBase).protocol !== "http:") return;
  try {
    const response = await fetch(new URL("/_sim/clock", apiBase), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ psp, now: now.toISOString() }),
      cache: "no-store",
      signal: AbortSignal.timeout(10_000),
    });
    await response.body?.cancel();
  } catch {
    // The next move brings it along.
  }
}
