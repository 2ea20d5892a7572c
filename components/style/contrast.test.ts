import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrast } from "@/contract/colour";

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
  ["gold", "petrol", "petrol-deep", "ink"],
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
