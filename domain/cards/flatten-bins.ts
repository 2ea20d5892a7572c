import type { BinRange } from "./parse-bins";

/**
 * The same table without overlaps, sorted: where one range lies within another, the narrower one wins there
 * and the wider one is cut around it. So one look at the nearest start answers for any card.
 *
 * @returns the pieces, or the two ranges that contradict each other: equal, or each partly in the other.
 */
export function flattenBins(
  ranges: readonly BinRange[],
): { pieces: BinRange[] } | { contradiction: [BinRange, BinRange] } {
  const pieces: BinRange[] = [];
  // Ranges begun and not yet ended, widest first, and the first number not yet given to any.
  const open: BinRange[] = [];
  let next = 0;

  const give = (owner: BinRange, to: number) => {
    if (next <= to) pieces.push({ ...owner, from: next, to });
    next = Math.max(next, to + 1);
  };
  const closeBefore = (number: number) => {
    for (let last = open.at(-1); last && last.to < number; last = open.at(-1)) {
      give(last, last.to);
      open.pop();
    }
  };

  for (const range of [...ranges].sort((a, b) => a.from - b.from || b.to - a.to)) {
    closeBefore(range.from);
    const around = open.at(-1);
    if (around) {
      const same = around.from === range.from && around.to === range.to;
      if (same || around.to < range.to) return { contradiction: [around, range] };
      give(around, range.from - 1);
    }
    open.push(range);
    next = range.from;
  }
  closeBefore(Infinity);
  return { pieces };
}
