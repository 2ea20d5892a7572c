/** `npm run create-operator -- email`: prints a link that lets somebody become one of the platform's operators. */
import { closeDatabase } from "@/db/client";
import { inviteOperator } from "@/domain/staff/invitations";
import { STAFF_LIMITS } from "@/domain/staff/staff-limits";

const [email] = process.argv.slice(2);
if (email === undefined || !/^\S+@\S+$/u.test(email)) {
  console.error(
    "Usage: npm run create-operator -- email\nNeeds the server's DATABASE_URL, EXCHEQUER_SECRET and PUBLIC_URL.",
  );
  process.exit(2);
}

const link = await inviteOperator(email, "npm run create-operator", new Date());
await closeDatabase();
console.log(`For ${email}, once, within ${STAFF_LIMITS.invitationDays} days:\n${link}`);
