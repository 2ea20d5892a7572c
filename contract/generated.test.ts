import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { generatedFiles } from "./generated";

it.each(Object.entries(generatedFiles()))(
  "contract/%s is as fresh as the rows it is made from",
  async (name, text) => {
    const written = await readFile(new URL(name, import.meta.url), "utf8").catch(() => undefined);
    expect(written === text, "run npm run generate").toBe(true);
  },
);
