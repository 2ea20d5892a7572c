/** `npm run audit:verify -- [hash]`: reads the whole audit and says whether anything in it was changed. */
import { closeDatabase } from "@/db/client";
import { verifyAudit } from "@/domain/staff/verify-audit";

const [expected] = process.argv.slice(2);
const { entries, head, broken, holdsExpected } = await verifyAudit(expected);
await closeDatabase();

if (broken) {
  const what = broken.how === "changed" ? "is not as it was written" : "does not follow the one before";
  console.error(`Entry ${broken.id} ${what}; the ${entries} before it are whole.`);
  process.exitCode = 1;
} else if (holdsExpected) {
  console.log(`${entries} entries, all as they were written. Keep the last one's hash elsewhere: ${head}`);
} else {
  console.error(`The ${entries} entries that are there are whole, but ${expected} is not among them.`);
  process.exitCode = 1;
}
