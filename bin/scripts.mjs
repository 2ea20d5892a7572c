// @ts-check
import { join } from "node:path";
import { findTampering, findTamperingAt, readInventory, takeInventory } from "./page-scripts.mjs";
import { ROOT } from "./root.mjs";

const HELP = `npm run scripts                         every script that the pages load, with its digests and why it is there
npm run scripts -- https://pay.example  and whether that server sends them as they were built
npm run scripts -- --take               takes the inventory anew; npm run build does it
`;

const BUILD = join(ROOT, ".next");
const [asked] = process.argv.slice(2);

if (asked === "--help") console.log(HELP);
else if (asked === "--take") console.log(`${takeInventory(BUILD).scripts.length} scripts in the inventory`);
else await show(asked);

/**
 * The inventory on the standard output as JSON, findings on the other; ends with 1 where there are any.
 *
 * @param {string | undefined} url
 */
async function show(url) {
  const inventory = readInventory(BUILD);
  const findings = findTampering(BUILD);
  if (inventory && url !== undefined) findings.push(...(await findTamperingAt(inventory, url)));
  if (inventory) console.log(JSON.stringify(inventory, null, 2));
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) process.exitCode = 1;
}
