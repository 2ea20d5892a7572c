import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { database } from "@/db/client";
import { accounts, auditLog, payments, services } from "@/db/schema";
import { createSimulator } from "@/psp/simulator/create-simulator";
import {
  changeSettings,
  disableAccount,
  switchFeatures,
  type AccountSettings,
} from "../accounts/change-account";
import { findCaller } from "../accounts/find-caller";
import { addApiKey, listApiKeys, revokeApiKey } from "../accounts/manage-api-keys";
import { moveClock } from "../accounts/move-clock";
import { nameService } from "../accounts/name-service";
import { openLiveAccount } from "../accounts/operate-platform";
import { setBranding } from "../accounts/set-branding";
import { testAccount } from "../accounts/test-account";
import { settleBackground } from "../background";
import type { Account, StaffCaller } from "../caller";
import { newId } from "../new-id";
import { isRefused } from "../refused";
import { createDemoPayment } from "../payments/create-demo-payment";
import { findPayable } from "../payments/start-payment";
import { testPayment } from "../payments/test-payment";
import { saveCredentials } from "../providers/save-credentials";
import { createWebhook } from "../webhooks/create-webhook";
import { editWebhook, pauseWebhook, resumeWebhook } from "../webhooks/edit-webhook";
import { redeliverMessages } from "../webhooks/redeliver-messages";
import { readWebhookSecrets, retireOldSecret, rotateWebhookSecret } from "../webhooks/rotate-webhook-secret";
import { sendTestMessage } from "../webhooks/send-test-message";
import { testReceiver, type TestReceiver } from "../webhooks/test-receiver";

const WISH = {
  amount: 1,
  reference: "R",
  description: "D",
  language: "en" as const,
  delayed_capture: false,
};

let caller: StaffCaller;
let key: string;
let receiver: TestReceiver;

beforeEach(async () => {
  receiver = await testReceiver();
  const { account, key: theirs } = await testAccount();
  key = theirs;
  caller = await adminOf(account);
});

/** Somebody who may do everything to an account. */
async function adminOf(account: Account): Promise<StaffCaller> {
  const [service] = await database().select().from(services).where(eq(services.id, account.serviceId));
  if (!service) throw new Error("The test's service has gone");
  const member = {
    id: "01j00000000000000000000000",
    email: "robin@example.org",
    name: "Robin",
    operator: true,
  };
  return { kind: "staff", member, address: null, noted: { acts: 0 }, service, role: "admin", account };
}

afterEach(async () => {
  await settleBackground();
  await receiver.close();
});

async function noted({ serviceId } = caller.account): Promise<string[]> {
  const rows = await database()
    .select({ what: auditLog.what })
    .from(auditLog)
    .where(eq(auditLog.serviceId, serviceId))
    .orderBy(auditLog.id);
  return rows.map(({ what }) => what);
}

test("each act on an account leaves exactly one entry, and none of them a secret", async () => {
  const now = new Date();
  const settings = {
    callbackUrl: receiver.url,
    description: "Ledger",
    events: ["card_payment_started" as const],
  };
  const created = await createWebhook(caller, settings, now);
  if (isRefused(created)) throw new Error(created.refused);
  const { webhook, secret } = created;
  await editWebhook(caller, webhook.id, { ...settings, description: "Books" }, now);
  await pauseWebhook(caller, webhook.id, now);
  await resumeWebhook(caller, webhook.id, now);
  await sendTestMessage(caller, webhook.id, now);
  await redeliverMessages(caller, webhook.id, "given up", now);
  await readWebhookSecrets(caller, webhook.id, now);
  await rotateWebhookSecret(caller, webhook.id, now);
  await retireOldSecret(caller, webhook.id, now);
  const made = await addApiKey(caller, "Night shift", now);
  const [newest] = await listApiKeys(caller.account);
  await revokeApiKey(caller, newest?.id ?? "", now);
  await moveClock(caller, 60, now);
  await createDemoPayment(caller, WISH, "/admin", now);
  const { id: serviceId, nameEn, nameCy, organisation } = caller.service;
  await nameService(caller, { nameEn: `${nameEn} again`, nameCy, organisation }, now);
  await setBranding(caller, serviceId, { bannerColour: "#3b2a5c" }, now);
  await changeSettings(caller, caller.account, settingsOf(caller.account), now);
  await disableAccount(caller, caller.account.id, true, now);
  await disableAccount(caller, caller.account.id, false, now);
  await openLiveAccount(caller, caller.service.id, "stripe", now);
  expect(await noted()).toEqual([
    "createWebhook",
    "editWebhook",
    "pauseWebhook",
    "resumeWebhook",
    "tryWebhook",
    "redeliverMessages",
    "showWebhookSecret",
    "rotateWebhookSecret",
    "retireWebhookSecret",
    "createApiKey",
    "revokeApiKey",
    "moveClock",
    "createDemoPayment",
    "nameService",
    "changeBranding",
    "changeSettings",
    "disableAccount",
    "enableAccount",
    "openLiveAccount",
  ]);
  const rows = await database().select().from(auditLog).where(eq(auditLog.serviceId, caller.service.id));
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect(JSON.stringify(rows)).not.toContain(made);
});

test("a provider's credentials leave one entry once they work, and are not in it", async () => {
  const simulator = await createSimulator();
  const { account } = await testAccount({ paymentProvider: "stripe", providerReady: false });
  const theirs = await adminOf(account);
  const secretKey = `sk_test_${newId(new Date())}`;
  const given = { mode: "direct", secretKey, apiBase: simulator.url };
  try {
    await saveCredentials(account, { mode: "direct" }, theirs, new Date());
    expect(await noted(account)).toEqual([]);
    expect(await saveCredentials(account, given, theirs, new Date())).toHaveProperty("credentialsId");
  } finally {
    await simulator.close();
  }
  expect(await noted(account)).toEqual(["saveCredentials"]);
  const rows = await database().select().from(auditLog).where(eq(auditLog.serviceId, account.serviceId));
  expect(JSON.stringify(rows)).not.toContain(secretKey);
});

test("a demonstration payment that cannot be noted is not made", async () => {
  // No text of Postgres's holds such a character: the entry fails, after the payment.
  const unheardOf = { ...caller, member: { ...caller.member, email: "\0" } };
  await expect(createDemoPayment(unheardOf, WISH, "/admin", new Date())).rejects.toThrow("insert into");
  expect(await database().$count(payments, eq(payments.serviceId, caller.service.id))).toBe(0);
  expect(await createDemoPayment(caller, WISH, "/admin", new Date())).toHaveProperty("payment");
  expect(await database().$count(payments, eq(payments.serviceId, caller.service.id))).toBe(1);
  expect(await noted()).toEqual(["createDemoPayment"]);
});

test("what is refused leaves none", async () => {
  const now = new Date();
  await pauseWebhook(caller, "no id", now);
  await revokeApiKey(caller, "no id", now);
  await moveClock(caller, -1, now);
  await disableAccount(caller, "no id", true, now);
  expect(await noted()).toEqual([]);
});

test("a key cannot be revoked by another account's staff", async () => {
  const { account: other } = await testAccount();
  const [theirs] = await listApiKeys(other);
  expect(await revokeApiKey(caller, theirs?.id ?? "", new Date())).toMatchObject({ refused: "notFound" });
  expect((await listApiKeys(other))[0]?.revokedAt).toBeNull();
});

test("a disabled account's keys are refused and its payers find nothing, until it is on again", async () => {
  const now = new Date();
  const payment = await testPayment({
    kind: "service",
    account: caller.account,
    apiKeyId: caller.account.id,
  });
  expect(await findCaller(key, now)).toBeDefined();
  await disableAccount(caller, caller.account.id, true, now);
  expect(await findCaller(key, now)).toBeUndefined();
  expect(await findPayable(payment.id)).toBeUndefined();
  await disableAccount(caller, caller.account.id, false, now);
  expect(await findCaller(key, now)).toBeDefined();
  expect((await findPayable(payment.id))?.id).toBe(payment.id);
});

test("features say before and after, and only of what has changed", async () => {
  const { account } = caller;
  const { motoApiEnabled, recurringEnabled, recurringTurnedOff, creationTurnedOff } = account;
  const { surchargeCreditPence, surchargeDebitPence, surchargePrepaidDebitPence } = account;
  const { feeBasisPoints, feeFixedPence } = account;
  const { createPerSecond, capturePerSecond, otherPostPerSecond, getPerSecond } = account;
  const same = { motoApiEnabled, recurringEnabled, recurringTurnedOff, creationTurnedOff };
  const sums = { surchargeCreditPence, surchargeDebitPence, surchargePrepaidDebitPence };
  const rates = { createPerSecond, capturePerSecond, otherPostPerSecond, getPerSecond };
  const features = { ...same, ...sums, ...rates, feeBasisPoints, feeFixedPence, motoEnabled: false };
  await switchFeatures(caller, account.id, features, new Date());
  const [stored] = await database()
    .select()
    .from(accounts)
    .where(and(eq(accounts.serviceId, account.serviceId), eq(accounts.id, account.id)));
  expect(stored).toEqual({ ...account, motoEnabled: false });
  const [entry] = await database().select().from(auditLog).where(eq(auditLog.serviceId, account.serviceId));
  expect(entry).toMatchObject({ before: { motoEnabled: true }, after: { motoEnabled: false } });
});

test("settings and names say before and after", async () => {
  const { account, service } = caller;
  const now = new Date();
  const settings = { ...settingsOf(account), acceptsPrepaid: !account.acceptsPrepaid, defaultCountry: "IE" };
  await changeSettings(caller, account, settings, now);
  const names = { nameEn: "Pay a fee", nameCy: "Talu ffi", organisation: "Borsetshire" };
  await nameService(caller, names, now);
  const entries = await database().select().from(auditLog).where(eq(auditLog.serviceId, service.id));
  expect(entries).toMatchObject([
    {
      before: { acceptsPrepaid: account.acceptsPrepaid, defaultCountry: "GB" },
      after: { acceptsPrepaid: !account.acceptsPrepaid, defaultCountry: "IE" },
    },
    { before: { nameEn: service.nameEn }, after: names },
  ]);
});

test("a service has one live account and no second", async () => {
  const now = new Date();
  const twice = await Promise.all(
    [1, 2].map(async () => openLiveAccount(caller, caller.service.id, "worldpay", now)),
  );
  expect(twice.filter((each) => isRefused(each))).toHaveLength(1);
});

function settingsOf(account: Account): AccountSettings {
  return Object.fromEntries(SETTINGS.map((name) => [name, account[name]])) as unknown as AccountSettings;
}

const SETTINGS = [
  "acceptedBrands",
  "acceptsCredit",
  "acceptsDebit",
  "acceptsPrepaid",
  "cardDigits",
  "collectsBillingAddress",
  "collectsEmail",
  "defaultCountry",
  "emailsConfirmation",
  "emailsRefund",
  "motoMasksNumber",
  "motoMasksSecurityCode",
  "stepUpRefundPence",
  "defendsAgainstCardTesting",
] as const satisfies (keyof AccountSettings)[];
