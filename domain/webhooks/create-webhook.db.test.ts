import { Webhook as Verifier } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LIMITS } from "@/contract/limits";
import { testAccount } from "../accounts/test-account";
import { settleBackground } from "../background";
import type { Account, ServiceCaller } from "../caller";
import { paymentIn, unlessRefused } from "../payments/test-payment";
import { createWebhook } from "./create-webhook";
import { editWebhook, pauseWebhook, resumeWebhook } from "./edit-webhook";
import { findWebhook, listMessages, listWebhooks } from "./find-webhook";
import { readWebhookSecrets, retireOldSecret, rotateWebhookSecret } from "./rotate-webhook-secret";
import { sendTestMessage } from "./send-test-message";
import { answer, testReceiver, type TestReceiver } from "./test-receiver";
import { messagesOf, testWebhook, writeWebhook } from "./test-webhook";

const NOW = new Date();
const HOUR = 3_600_000;

let account: Account;
let caller: ServiceCaller;
let receiver: TestReceiver;

beforeEach(async () => {
  receiver = await testReceiver();
  ({ account, caller } = await testAccount());
});
afterEach(async () => {
  await settleBackground();
  await receiver.close();
});

const settings = (callbackUrl = receiver.url) => ({
  callbackUrl,
  description: "Our permits",
  events: ["card_payment_succeeded" as const],
});

describe("a webhook", () => {
  test("is set up, listed without its secret, and no other account's", async () => {
    const { webhook, secret } = unlessRefused(await createWebhook(caller, settings(), NOW));
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/u);
    expect(await listWebhooks(account)).toEqual([webhook]);
    expect(webhook).toMatchObject({ description: "Our permits", active: true });
    expect(JSON.stringify(webhook)).not.toContain('ecret":"');
    expect(await findWebhook((await testAccount()).account, webhook.id)).toBeUndefined();
    expect(await findWebhook(account, "no id")).toBeUndefined();
  });

  test("has its secret encrypted at rest, and shown again to who asks", async () => {
    const { webhook, secret } = unlessRefused(await createWebhook(caller, settings(), NOW));
    expect((await findWebhook(account, webhook.id))?.secret).not.toContain(secret.slice(6, 20));
    expect(await readWebhookSecrets(caller, webhook.id, NOW)).toEqual({ current: secret });
  });

  test("of a live account is refused a private address", async () => {
    const live = { ...account, live: true };
    expect(
      await createWebhook({ ...caller, account: live }, settings("https://127.0.0.1/"), NOW),
    ).toMatchObject({
      refused: "callbackUrlPrivate",
    });
    expect(
      await createWebhook({ ...caller, account: live }, settings("http://93.184.215.14/"), NOW),
    ).toMatchObject({
      refused: "callbackUrlNotHttps",
    });
    expect(await listWebhooks(account)).toEqual([]);
  });

  test("is one of twenty at most, however many are set up at once", async () => {
    const made = await Promise.all(
      Array.from({ length: 25 }, async () => createWebhook(caller, settings(), NOW)),
    );
    expect(made.filter((outcome) => "secret" in outcome)).toHaveLength(LIMITS.webhooksPerAccount);
    expect(made.find((outcome) => "refused" in outcome)).toMatchObject({ refused: "tooManyWebhooks" });
  });

  test("is changed, and its messages go where it says then", async () => {
    const { webhook } = await testWebhook(account, "http://127.0.0.1:1/nobody", ["card_payment_failed"]);
    const edited = unlessRefused(await editWebhook(caller, webhook.id, settings(), NOW));
    expect(edited).toMatchObject({ callbackUrl: receiver.url, eventTypes: ["card_payment_succeeded"] });
    await paymentIn({ kind: "service", account, apiKeyId: account.id }, "success");
    await settleBackground();
    expect(receiver.events()).toEqual(["card_payment_succeeded"]);
  });

  test.each([
    ["edited", async (id: string) => editWebhook(caller, id, settings(), NOW)],
    ["paused", async (id: string) => pauseWebhook(caller, id, new Date())],
    ["resumed", async (id: string) => resumeWebhook(caller, id, new Date())],
    ["tried out", async (id: string) => sendTestMessage(caller, id, NOW)],
    ["read", async (id: string) => readWebhookSecrets(caller, id, NOW)],
    ["rotated", async (id: string) => rotateWebhookSecret(caller, id, NOW)],
    ["retired", async (id: string) => retireOldSecret(caller, id, new Date())],
  ])("of another account cannot be %s", async (_, act) => {
    const other = (await testAccount()).account;
    const { webhook } = await testWebhook(other, receiver.url);
    expect(await act(webhook.id)).toEqual({ refused: "notFound", details: {} });
  });
});

describe("a rotated secret", () => {
  test("signs beside the old one for a day, and then alone", async () => {
    const { webhook, secret: old } = await testWebhook(account, receiver.url);
    const { secret: fresh } = unlessRefused(await rotateWebhookSecret(caller, webhook.id, NOW));
    expect(await readWebhookSecrets(caller, webhook.id, NOW)).toEqual({ current: fresh, retiring: old });
    await sendTestMessage(caller, webhook.id, new Date());
    await writeWebhook(webhook, { previousSecretUntil: new Date(Date.now() - 1) });
    await sendTestMessage(caller, webhook.id, new Date());
    const [during, after] = receiver.received;
    const verify =
      (secret: string, one = during) =>
      () =>
        new Verifier(secret).verify(one?.raw ?? "", one?.headers as Record<string, string>);
    for (const secret of [old, fresh]) expect(verify(secret)).not.toThrow();
    expect(verify(fresh, after)).not.toThrow();
    expect(verify(old, after)).toThrow("No matching signature");
  });

  test("can be the only one at once, and a third one waits until then", async () => {
    const { webhook } = await testWebhook(account, receiver.url);
    const both = await Promise.all([1, 2].map(async () => rotateWebhookSecret(caller, webhook.id, NOW)));
    expect(both.filter((outcome) => "secret" in outcome)).toHaveLength(1);
    const soon = new Date(NOW.getTime() + 23 * HOUR);
    expect(await rotateWebhookSecret(caller, webhook.id, soon)).toMatchObject({ refused: "rotating" });
    await retireOldSecret(caller, webhook.id, new Date());
    expect(await readWebhookSecrets(caller, webhook.id, NOW)).not.toHaveProperty("retiring");
    expect(await rotateWebhookSecret(caller, webhook.id, soon)).toHaveProperty("secret");
  });
});

describe("a test message", () => {
  test("says how it went, and is sent once though it fails", async () => {
    const { webhook } = await testWebhook(account, receiver.url);
    await pauseWebhook(caller, webhook.id, new Date());
    expect(await sendTestMessage(caller, webhook.id, new Date())).toEqual({
      succeeded: true,
      httpStatus: 200,
      failure: null,
    });
    receiver.behave(answer(418));
    expect(await sendTestMessage(caller, webhook.id, new Date())).toMatchObject({ httpStatus: 418 });
    expect(receiver.events()).toEqual(["webhook_test", "webhook_test"]);
    expect((await messagesOf(webhook)).map(({ dueAt }) => dueAt)).toEqual([null, null]);
  });
});

test("messages are listed from the newest, page by page", async () => {
  const { webhook } = await testWebhook(account, receiver.url);
  for (let n = 0; n < 60; n += 1) await sendTestMessage(caller, webhook.id, new Date(NOW.getTime() + n));
  const first = await listMessages(webhook);
  const second = await listMessages(webhook, first.at(-1)?.id);
  expect([first.length, second.length]).toEqual([50, 10]);
  const ids = [...first, ...second].map(({ id }) => id);
  expect(ids).toEqual((await messagesOf(webhook)).map(({ id }) => id).reverse());
});
