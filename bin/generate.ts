/** `npm run generate`: writes what is derived from the contract's rows; a test fails where it is forgotten. */
import { writeFile } from "node:fs/promises";
import { generatedFiles } from "@/contract/generated";

for (const [name, text] of Object.entries(generatedFiles())) {
  await writeFile(new URL(`../contract/${name}`, import.meta.url), text);
  console.log(`contract/${name}`);
}
