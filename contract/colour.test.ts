import { assert, nat, property } from "fast-check";
import { expect, test } from "vitest";
import { colourProblem, contrast, mix, textOn } from "./colour";

const problem = (bannerColour: string | null, buttonColour: string | null = null) =>
  colourProblem({ bannerColour, buttonColour });
const hex = (value: number) => `#${value.toString(16).padStart(6, "0")}`;

test("contrast is what WCAG says it is", () => {
  expect(contrast("#000000", "#ffffff")).toBe(21);
  expect(contrast("#ffffff", "#ffffff")).toBe(1);
  expect(contrast("#595959", "#ffffff")).toBeCloseTo(7, 1);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

test.each(["#3b2a5c", "#0d3b47", "#ffdd00", "#ffffff", "#000000"])("a banner may be %s", (colour) =>
  expect(problem(colour)).toBeUndefined(),
);

test.each(["#1d70b8", "#808080", "#ff0000", "#f47738"])(
  "a banner on which nothing reads well: %s",
  (colour) => expect(problem(colour)).toBe("bannerUnreadable"),
);

test.each([
  ["#003078", undefined],
  ["#00573a", undefined],
  ["#00703c", "buttonUnreadable"],
  ["#ffdd00", "buttonUnreadable"],
  ["#ffffff", "buttonUnreadable"],
])("a button of %s: %s", (colour, expected) => expect(problem(null, colour)).toBe(expected));

test.each(["red", "#fff", "#FFFFFF", "#ggg000", "#000000;}", "", "#0000000"])("%j is no colour", (colour) => {
  expect(problem(colour)).toBe("notAColour");
  expect(problem(null, colour)).toBe("notAColour");
});

test("whatever is let through can be read, button's edge and pressed button included", () => {
  assert(
    property(nat(0xffffff), (value) => {
      const colour = hex(value);
      if (problem(colour) === undefined && contrast(colour, textOn(colour)) < 7) return false;
      if (problem(null, colour) !== undefined) return true;
      const pressed = mix(colour, "#000000", 0.25);
      return contrast(colour, "#ffffff") >= 7 && contrast(pressed, "#ffffff") >= 7;
    }),
  );
});

test("colours mix part by part", () => {
  expect(mix("#000000", "#ffffff", 0.5)).toBe("#808080");
  expect(mix("#102030", "#ffffff", 0)).toBe("#102030");
});
