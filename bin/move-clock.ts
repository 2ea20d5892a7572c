/**
 * `npm run move-clock -- api_test_… 7d`: moves the test clock of the account that an API key belongs to, and does
 * what falls due until then.
 */
import { accountTime } from "@/domain/accounts/account-time";
import { findCaller } from "@/domain/accounts/find-caller";
import { moveClock } from "@/domain/accounts/move-clock";
import { settleBackground } from "@/domain/background";
import { isRefused } from "@/domain/refused";
import { fail, withDatabase } from "./with-database";

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

const [key = "", by = ""] = process.argv.slice(2);
const [, count, unit] = /^(\d+)([smhd])$/u.exec(by) ?? [];
if (count === undefined) {
  console.error("Usage: npm run move-clock -- <test API key> <how far: 90m, 120h, 7d>");
  process.exit(2);
}

await withDatabase(async () => {
  const found = await findCaller(key, new Date());
  if (!found) return fail("No account has this key.");
  const seconds = Number(count) * SECONDS[unit as keyof typeof SECONDS];
  const moved = await moveClock(found.caller, seconds, new Date());
  await settleBackground();
  if (isRefused(moved)) return fail(`The clock was not moved: ${moved.refused}`);
  console.log(`It is ${accountTime(moved.account, new Date()).toISOString()} for this account.`);
});
