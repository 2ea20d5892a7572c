import { vi } from "vitest";
import { MILLISECONDS } from "@/psp/stripe/timings";

/** Waits no longer than a moment where adapters would wait for a slow provider. */
export function loseAllPatience(milliseconds = 500): void {
  vi.spyOn(MILLISECONDS, "confirmTimeout", "get").mockReturnValue(milliseconds);
  vi.spyOn(MILLISECONDS, "timeout", "get").mockReturnValue(milliseconds);
  vi.spyOn(MILLISECONDS, "lookPauses", "get").mockReturnValue([0, 20, 20]);
  vi.spyOn(MILLISECONDS, "busyPauses", "get").mockReturnValue([5, 5, 5]);
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, "timeout").mockImplementation((asked) => timeout(Math.min(asked, milliseconds)));
}
