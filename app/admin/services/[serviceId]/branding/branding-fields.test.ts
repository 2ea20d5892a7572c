import { describe, expect, test } from "vitest";
import { readColours, whyNotColours } from "./branding-fields";

function read(bannerColour: string, buttonColour = "") {
  const typed: Record<string, string> = { bannerColour, buttonColour };
  return readColours((name) => typed[name] ?? "");
}

describe("colours as staff type them", () => {
  test.each(["#3b2a5c", "3b2a5c", "#3B2A5C", "3B2A5C"])("%s is a colour", (typed) => {
    expect(read(typed)).toEqual({ bannerColour: "#3b2a5c", buttonColour: null });
    expect(whyNotColours(read(typed))).toEqual([]);
  });

  test.each(["red", "#fff", "#3b2a5c;", "##3b2a5c", "url(x)"])(
    "%s is none, and says so at its field",
    (typed) => {
      expect(whyNotColours(read(typed))).toMatchObject([{ field: "bannerColour" }]);
    },
  );

  test("that cannot be read are told each at its own field", () => {
    expect(whyNotColours(read("#808080", "#ffdd00"))).toEqual([
      { field: "bannerColour", text: expect.stringContaining("Neither white nor dark text") as string },
      { field: "buttonColour", text: expect.stringContaining("a contrast of 1.3 to 1") as string },
    ]);
  });
});
