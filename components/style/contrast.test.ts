import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const tokens = Object.fromEntries(
  [
    ...readFileSync(new URL("_tokens.scss", import.meta.url), "utf8").matchAll(
      /^\$([\w-]+): (#[\da-f]{6});/gmu,
    ),
  ].map(([, name = "", colour = ""]) => [name, colour]),
);

/** What is written in which colour on which ground, somewhere in these styles. */
const WRITTEN: [text: string, ...grounds: string[]][] = [
  ["ink", "paper", "linen", "mist", "petrol-wash", "sand"],
  ["ink-soft", "paper", "linen"],
  ["petrol", "paper"],
  ["link", "paper", "linen"],
  ["link-visited", "paper", "linen"],
  ["error", "paper", "linen"],
  ["paper", "petrol", "petrol-deep", "go", "go-deep", "ink"],
  ["haze", "petrol", "petrol-deep"],
  ["gold", "petrol", "petrol-deep"],
];

test.each(WRITTEN.flatMap(([text, ...grounds]) => grounds.map((ground) => [text, ground])))(
  "%s on %s reaches 7:1",
  (text, ground) => expect(contrast(tokens[text] ?? "", tokens[ground] ?? "")).toBeGreaterThanOrEqual(7),
);

test("inputs and buttons stand out from the sheet by 3:1", () => {
  for (const edge of ["input-edge", "ink-soft", "go"]) {
    expect(contrast(tokens[edge] ?? "", tokens.paper ?? "")).toBeGreaterThanOrEqual(3);
  }
});

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
