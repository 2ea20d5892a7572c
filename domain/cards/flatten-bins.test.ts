import { array, assert, nat, property, tuple } from "fast-check";
import { describe, expect, test } from "vitest";
import { flattenBins } from "./flatten-bins";
import type { BinRange } from "./parse-bins";

const range = (from: number, to: number, country?: string): BinRange => ({
  from,
  to,
  brand: "visa",
  type: null,
  corporate: false,
  prepaid: false,
  ...(country === undefined ? {} : { country }),
});

describe("flattenBins", () => {
  test("cuts a wide range around the narrower ones in it", () => {
    expect(
      flattenBins([range(20, 29, "GB"), range(0, 99), range(22, 23, "FR"), range(60, 60, "DE")]),
    ).toEqual({
      pieces: [
        range(0, 19),
        range(20, 21, "GB"),
        range(22, 23, "FR"),
        range(24, 29, "GB"),
        range(30, 59),
        range(60, 60, "DE"),
        range(61, 99),
      ],
    });
  });

  test("lets a narrower range share an end with the wider one", () => {
    expect(flattenBins([range(0, 9), range(0, 4, "GB")])).toEqual({
      pieces: [range(0, 4, "GB"), range(5, 9)],
    });
    expect(flattenBins([range(0, 9), range(5, 9, "GB")])).toEqual({
      pieces: [range(0, 4), range(5, 9, "GB")],
    });
  });

  test("names ranges that are the same, or partly in each other", () => {
    expect(flattenBins([range(1, 5), range(1, 5, "GB")])).toHaveProperty("contradiction");
    expect(flattenBins([range(0, 6), range(4, 9)])).toEqual({ contradiction: [range(0, 6), range(4, 9)] });
  });

  test("gives every number to its narrowest range, and to one only", () => {
    const bounds = tuple(nat(40), nat(40)).map(([a, b]) => range(Math.min(a, b), Math.max(a, b)));
    assert(
      property(array(bounds, { maxLength: 6 }), (bare) => {
        const ranges = bare.map((one, index) => ({
          ...one,
          country: String.fromCodePoint(65 + index).repeat(2),
        }));
        const flat = flattenBins(ranges);
        if ("contradiction" in flat) return;
        for (let number = 0; number <= 41; number++) {
          const holds = ({ from, to }: BinRange) => from <= number && number <= to;
          const narrowest = ranges.filter(holds).sort((a, b) => a.to - a.from - (b.to - b.from))[0];
          expect(flat.pieces.filter(holds).map((piece) => piece.country)).toEqual(
            narrowest ? [narrowest.country] : [],
          );
        }
      }),
    );
  });
});
