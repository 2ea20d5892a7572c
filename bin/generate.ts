/** `npm run generate`: writes what is derived from rows and catalogues; a test fails where it is forgotten. */
import { writeFile } from "node:fs/promises";
import { generatedFiles } from "@/contract/generated";
import { reviewMarkdown } from "@/messages/review";

const files = Object.entries(generatedFiles()).map(([name, text]) => [`contract/${name}`, text] as const);
for (const [name, text] of [...files, ["messages/REVIEW.md", reviewMarkdown()] as const]) {
  await writeFile(new URL(`../${name}`, import.meta.url), text);
  console.log(name);
}
