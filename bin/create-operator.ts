/** `npm run create-operator -- email`: prints a link that lets somebody become one of the platform's operators. */
import { inviteOperator } from "@/domain/staff/invitations";
import { STAFF_LIMITS } from "@/domain/staff/staff-limits";
import { withDatabase } from "./with-database";

const [email] = process.argv.slice(2);
if (email === undefined || !/^\S+@\S+$/u.test(email)) {
  console.error(
    "Usage: npm run create-operator -- email\nNeeds the server's DATABASE_URL, EXCHEQUER_SECRET and PUBLIC_URL.",
  );
  process.exit(2);
}

await withDatabase(async () => {
  const link = await inviteOperator(email, "npm run create-operator", new Date());
  console.log(`For ${email}, once, within ${STAFF_LIMITS.invitationDays} days:\n${link}`);
});
