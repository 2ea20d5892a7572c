/** `npm run load-bins -- file.csv`: loads an issuers' table, by which cards are identified from then on (D30). */
import { readFile } from "node:fs/promises";
import { loadBins } from "@/domain/cards/load-bins";
import { staffAtServer } from "@/domain/staff/staff-of";
import { fail, withDatabase } from "./with-database";

const COMMAND = "npm run load-bins";
const [path] = process.argv.slice(2);
if (path === undefined) {
  console.error(`Usage: ${COMMAND} -- file.csv\nColumns: from,to,brand,type,corporate,prepaid,country`);
  process.exit(2);
}

await withDatabase(async () => {
  const result = await loadBins(staffAtServer(COMMAND), await readFile(path, "utf8"), new Date());
  if ("faults" in result) return fail([...result.faults, "Nothing was loaded."].join("\n"));
  console.log(`Loaded ${result.loaded} ranges.`);
});
