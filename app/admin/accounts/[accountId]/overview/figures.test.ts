import { describe, expect, it } from "vitest";
import type { PaymentsOfDay } from "@/domain/reports/sum-by-day";
import { lastDays, OUTCOMES, sumOfPayments } from "./figures";

describe("the last days", () => {
  it("end with today in the United Kingdom, which in summer begins an hour before UTC's", () => {
    expect(lastDays(new Date("2026-06-30T23:30:00Z"), 3)).toEqual(["2026-06-29", "2026-06-30", "2026-07-01"]);
    expect(lastDays(new Date("2026-01-31T23:30:00Z"), 1)).toEqual(["2026-01-31"]);
  });

  it("lose none where clocks change", () => {
    expect(lastDays(new Date("2026-03-30T10:00:00Z"), 3)).toEqual(["2026-03-28", "2026-03-29", "2026-03-30"]);
  });
});

describe("what has become of payments", () => {
  const row = (day: string, status: PaymentsOfDay["status"], code: PaymentsOfDay["code"] = null) => ({
    day,
    status,
    code,
    payments: 2,
    pence: 300,
  });

  it("is told apart, so that nothing that has ended counts twice or not at all", () => {
    const ended = [
      row("2026-01-01", "success"),
      row("2026-01-01", "capturable"),
      row("2026-01-01", "failed", "P0010"),
      row("2026-01-01", "failed", "P0020"),
      row("2026-01-01", "failed", "P0030"),
      row("2026-01-01", "cancelled", "P0040"),
      row("2026-01-01", "error", "P0050"),
    ];
    for (const each of ended) expect(OUTCOMES.filter(([, counts]) => counts(each)).length).toBe(1);
    for (const [, counts] of OUTCOMES)
      expect(sumOfPayments(ended, "2026-01-01", counts)).toEqual({ count: 2, pence: 300 });
  });

  it("is added up since a day, that day included", () => {
    const rows = ["2026-01-01", "2026-01-02", "2026-01-03"].map((day) => row(day, "success"));
    expect(sumOfPayments(rows, "2026-01-02", () => true)).toEqual({ count: 4, pence: 600 });
  });
});
