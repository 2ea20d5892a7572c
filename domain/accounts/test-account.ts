import { testDatabase } from "@/db/test-database";
import type { Account, ServiceCaller } from "../caller";
import { createAccount, createApiKey } from "./create-account";

const NO_LIMIT = 100_000;

/**
 * For tests: a service of the suite's own, with one account that has everything on and no rate limits in its
 * way, unless `settings` say otherwise.
 */
export async function testAccount(
  settings: Partial<Account> = {},
  now = new Date(),
): Promise<{ account: Account; caller: ServiceCaller; key: string }> {
  await testDatabase();
  const account = await createAccount(
    { nameEn: "Pay a test fee", organisation: "Borsetshire Council" },
    {
      motoEnabled: true,
      motoApiEnabled: true,
      recurringEnabled: true,
      createPerSecond: NO_LIMIT,
      capturePerSecond: NO_LIMIT,
      otherPostPerSecond: NO_LIMIT,
      getPerSecond: NO_LIMIT,
      ...settings,
    },
    now,
  );
  const key = await createApiKey(account, "Tests", "tests", now);
  return { account, caller: { kind: "service", account, apiKeyId: account.id }, key };
}
