/** `npm run audit:verify -- [hash]`: reads the whole audit and says whether anything in it was changed. */
import { verifyAudit } from "@/domain/staff/verify-audit";
import { fail, withDatabase } from "./with-database";

const [expected] = process.argv.slice(2);
await withDatabase(async () => {
  const { entries, head, broken, holdsExpected } = await verifyAudit(expected);
  if (broken) {
    const what = broken.how === "changed" ? "is not as it was written" : "does not follow the one before";
    return fail(`Entry ${broken.id} ${what}; the ${entries} before it are whole.`);
  }
  if (!holdsExpected)
    return fail(`The ${entries} entries that are there are whole, but ${expected} is not among them.`);
  console.log(`${entries} entries, all as they were written. Keep the last one's hash elsewhere: ${head}`);
});
