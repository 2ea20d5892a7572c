/** `npm run create-operator -- email`: prints a link that lets somebody become one of the platform's operators. */
import { isRefused } from "@/domain/refused";
import { inviteOperator } from "@/domain/staff/operators";
import { STAFF_LIMITS } from "@/domain/staff/staff-limits";
import { staffAtServer } from "@/domain/staff/staff-of";
import { fail, withDatabase } from "./with-database";

const COMMAND = "npm run create-operator";
const [email] = process.argv.slice(2);
if (email === undefined || !/^\S+@\S+$/u.test(email)) {
  console.error(
    `Usage: ${COMMAND} -- email\nNeeds the server's DATABASE_URL, EXCHEQUER_SECRET and PUBLIC_URL.`,
  );
  process.exit(2);
}

await withDatabase(async () => {
  const invited = await inviteOperator(staffAtServer(COMMAND), { email, byEmail: false }, new Date());
  if (isRefused(invited)) return fail(`${email} is an operator already`);
  console.log(`For ${email}, once, within ${STAFF_LIMITS.invitationDays} days:\n${invited.link}`);
});
