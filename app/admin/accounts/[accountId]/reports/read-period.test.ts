import { describe, expect, it } from "vitest";
import { monthBefore, readPeriod } from "./read-period";

const TODAY = "2026-07-15";

describe("a report's period", () => {
  it("is this month so far, unless something else is asked for", () => {
    expect(readPeriod({}, TODAY).values).toEqual({ from: "2026-07-01", to: TODAY });
  });

  it("begins and ends with days of the United Kingdom, the last one included", () => {
    const { period } = readPeriod({ from: "2026-07-01", to: "2026-07-02" }, TODAY);
    expect(period).toMatchObject({ fromDay: "2026-07-01", toDay: "2026-07-03", by: "day" });
    expect(period.from.toISOString()).toBe("2026-06-30T23:00:00.000Z");
    expect(period.to.toISOString()).toBe("2026-07-02T23:00:00.000Z");
  });

  it("is shown by months where it is long", () => {
    expect(readPeriod({ from: "2026-01-01", to: "2026-07-01" }, TODAY).period.by).toBe("month");
  });

  it("is told to be wrong where its days are not real, the wrong way round or too far apart", () => {
    const wrong = [
      [{ from: "2026-02-30", to: TODAY }, "from"],
      [{ from: TODAY, to: "2026-13-01" }, "to"],
      [{ from: TODAY, to: "2026-07-14" }, "to"],
      [{ from: "2020-01-01", to: TODAY }, "to"],
    ] as const;
    for (const [query, field] of wrong)
      expect(readPeriod(query, TODAY).problems.map((problem) => problem.field)).toEqual([field]);
  });
});

it("months have their first and their last day, also across a year's end", () => {
  expect(monthBefore(TODAY, 0)).toEqual({ from: "2026-07-01", to: "2026-07-31" });
  expect(monthBefore("2026-01-31", 1)).toEqual({ from: "2025-12-01", to: "2025-12-31" });
  expect(monthBefore("2024-03-31", 1)).toEqual({ from: "2024-02-01", to: "2024-02-29" });
});
