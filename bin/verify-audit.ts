/** `npm run audit:verify -- [hash]`: reads the whole audit and says whether anything in it was changed. */
import { checkAudit } from "@/domain/staff/check-audit";
import { fail, withDatabase } from "./with-database";

const [expected] = process.argv.slice(2);
await withDatabase(async () => {
  const { entries, head, finding, brokenId } = await checkAudit("command", new Date(), expected);
  if (finding === "cutOff")
    return fail(
      `The ${entries} entries that are there are whole, but ${expected ?? "the last one of the time before"} is not among them.`,
    );
  if (finding !== "whole") {
    const what = finding === "changed" ? "is not as it was written" : "does not follow the one before";
    return fail(`Entry ${brokenId} ${what}; the ${entries} before it are whole.`);
  }
  console.log(`${entries} entries, all as they were written. Keep the last one's hash elsewhere: ${head}`);
});
