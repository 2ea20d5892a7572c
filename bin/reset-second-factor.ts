/** `npm run reset-second-factor -- email`: lets somebody who has lost their phone set up another authenticator app. */
import { isRefused } from "@/domain/refused";
import { resetSecondFactor } from "@/domain/staff/reset-second-factor";
import { staffAtServer } from "@/domain/staff/staff-of";
import { fail, withDatabase } from "./with-database";

const COMMAND = "npm run reset-second-factor";
const [email] = process.argv.slice(2);
if (email === undefined || !/^\S+@\S+$/u.test(email)) {
  console.error(`Usage: ${COMMAND} -- email\nNeeds the server's DATABASE_URL and EXCHEQUER_SECRET.`);
  process.exit(2);
}

await withDatabase(async () => {
  const outcome = await resetSecondFactor(staffAtServer(COMMAND), email, new Date());
  if (isRefused(outcome)) return fail(`Nobody signs in with ${email}`);
  console.log(`${email} sets up a second factor when they sign in next. Their sessions have ended.`);
});
