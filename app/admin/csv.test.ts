import { describe, expect, it } from "vitest";
import { amountColumns, csvLines, csvMoment } from "./csv";

describe("a file for spreadsheets", () => {
  it("puts an apostrophe before whatever would be calculated", () => {
    const begun = ["=1+1", "+44 20", "-2", "@SUM(A1)", "\t=1", "\r=1", "＝1"];
    for (const text of begun)
      expect(
        csvLines([[text]])
          .replaceAll('"', "")
          .startsWith("'"),
      ).toBe(true);
  });

  it("leaves texts alone in which such characters come later", () => {
    expect(csvLines([["A-1", "a@example.org", "1+1=2"]])).toBe("A-1,a@example.org,1+1=2\r\n");
  });

  it("keeps what has commas, quotes or lines of its own in one place", () => {
    expect(csvLines([['say "a, b"', "two\nlines", "two\rlines"]])).toBe(
      '"say ""a, b""","two\nlines","two\rlines"\r\n',
    );
  });

  it("has amounts as pounds with two decimals and as pence, to the penny and below nothing", () => {
    const { heads, cells } = amountColumns("Fee", (pence: number | null) => pence);
    expect(heads).toEqual(["Fee (£)", "Fee (pence)"]);
    expect(csvLines([5, 123_456, -2030, null].map(cells))).toBe(
      "0.05,5\r\n1234.56,123456\r\n-20.30,-2030\r\n,\r\n",
    );
  });

  it("has moments by UTC", () => {
    expect(csvMoment(new Date("2026-07-01T12:34:56.789+01:00"))).toBe("2026-07-01 11:34:56");
  });
});
