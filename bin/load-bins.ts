/** `npm run load-bins -- file.csv`: loads an issuers' table, by which cards are identified from then on (D30). */
import { readFile } from "node:fs/promises";
import { closeDatabase, database } from "@/db/client";
import { loadBins } from "@/domain/cards/load-bins";

const [path] = process.argv.slice(2);
if (path === undefined) {
  console.error(
    "Usage: npm run load-bins -- file.csv\nColumns: from,to,brand,type,corporate,prepaid,country",
  );
  process.exit(2);
}

const result = await loadBins(database(), await readFile(path, "utf8"), new Date());
await closeDatabase();

if ("faults" in result) {
  for (const fault of result.faults) console.error(fault);
  console.error("Nothing was loaded.");
  process.exitCode = 1;
} else {
  console.log(`Loaded ${result.loaded} ranges.`);
}
