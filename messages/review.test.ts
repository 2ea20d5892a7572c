import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { allMessages, reviewMarkdown, WELSH_DOUBTS } from "./review";

it("messages/REVIEW.md is as fresh as the catalogues it is made from", async () => {
  const written = await readFile(new URL("REVIEW.md", import.meta.url), "utf8").catch(() => undefined);
  expect(written === reviewMarkdown(), "run npm run generate").toBe(true);
});

it("shows every Welsh message beside its English, but for names that both write alike", () => {
  const english = allMessages("en");
  const lines = reviewMarkdown().split("\n");
  for (const [key, welsh] of allMessages("cy")) {
    const line = lines.find((each) => each.startsWith(`| \`${key}\` |`));
    if (english.get(key) === welsh) expect(line).toBeUndefined();
    else expect(line).toContain(`| ${english.get(key)} | ${welsh} |`);
  }
});

it.each([...WELSH_DOUBTS])("the doubt about %s is about words that are still there", (key, doubt) => {
  const welsh = allMessages("cy").get(key);
  expect(welsh).toBeDefined();
  // A doubt that begins with words in quotes quotes the message.
  const quoted = /^“([^”]+)”/u.exec(doubt)?.[1]?.split(" … ")[0];
  if (quoted !== undefined) expect(welsh?.toLowerCase()).toContain(quoted.toLowerCase());
});
