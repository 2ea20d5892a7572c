import { createHmac } from "node:crypto";
import { and, count, eq, isNull, sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LIMITS } from "@/contract/limits";
import { database } from "@/db/client";
import { webhookMessages } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import { testAccount } from "../accounts/test-account";
import { settleBackground } from "../background";
import type { Account, ServiceCaller } from "../caller";
import { paymentIn, unlessRefused } from "../payments/test-payment";
import type { Payment } from "../payments/payment";
import { runDueWork } from "../run-due-work";
import { claimMessages } from "./claim-messages";
import { deliverDueMessages } from "./deliver-messages";
import { pauseWebhook, resumeWebhook } from "./edit-webhook";
import { findRedelivery } from "./find-redelivery";
import { listAttempts } from "./find-webhook";
import { forgetWebhookMessages } from "./forget-webhook-messages";
import { redeliverMessages } from "./redeliver-messages";
import { tellOfPayment } from "./tell-webhooks";
import { answer, testReceiver, type TestReceiver } from "./test-receiver";
import { letTimePass, messagesOf, testWebhook, writeWebhook } from "./test-webhook";

let caller: ServiceCaller;
let account: Account;
let payment: Payment;
let drop: () => Promise<void>;
let receiver: TestReceiver;

beforeAll(async () => {
  // Everything that is due anywhere is delivered: here it is to be this suite's.
  drop = await ownTestDatabase();
});
afterAll(async () => drop());
beforeEach(async () => {
  receiver = await testReceiver();
  ({ caller, account } = await testAccount());
  payment = await paymentIn(caller, "success");
});
afterEach(async () => {
  await settleBackground();
  await receiver.close();
});

/** So many messages to everybody who listens, each committed by itself. */
async function tell(times = 1, about = payment): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await database().transaction((transaction) =>
      tellOfPayment(transaction, about, "card_payment_captured", new Date()),
    );
  }
}

const MANY = 20_000;

/** As many messages as if a receiver had been down for long. */
async function giveUpMany({ serviceId, id }: { serviceId: string; id: string }, many: number): Promise<void> {
  await database().execute(sql`
    insert into webhook_messages (service_id, id, webhook_id, created_at, event_type, resource_type, resource_id, body, tries)
    select service_id, left(id, 16) || lpad(n::text, 10, '0'), webhook_id, created_at, event_type, resource_type,
      resource_id, body, 6
    from webhook_messages, generate_series(1, ${many}::int) as n
    where service_id = ${serviceId} and id = ${id}`);
}

/** Of those that nobody had sent again. */
async function countFresh({ id }: { id: string }) {
  const [found] = await database()
    .select({ delivered: count(webhookMessages.deliveredAt) })
    .from(webhookMessages)
    .where(and(eq(webhookMessages.webhookId, id), isNull(webhookMessages.redeliveredAt)));
  return found ?? { delivered: 0 };
}

const only = <T>(items: readonly T[]): T => {
  if (items.length !== 1 || items[0] === undefined) throw new Error(`There are ${items.length}`);
  return items[0];
};

describe("a message", () => {
  test("is delivered right after the commit, without a clock", async () => {
    const { webhook, secret } = await testWebhook(account, receiver.url);
    await tell();
    await settleBackground();
    const { raw, headers, message } = only(receiver.received);
    const stored = only(await messagesOf(webhook));
    expect(stored).toMatchObject({ tries: 1, dueAt: null, deliveredAt: expect.any(Date) as Date });
    expect(message).toEqual(stored.body);
    expect(headers["webhook-id"]).toBe(stored.id);
    expect(new Webhook(secret).verify(raw, headers as Record<string, string>)).toEqual(message);
    expect(headers["pay-signature"]).toBe(createHmac("sha256", secret).update(raw).digest("hex"));
    expect(await listAttempts(stored)).toMatchObject([{ number: 1, httpStatus: 200, failure: null }]);
  });

  test("is written only if the change is", async () => {
    const { webhook } = await testWebhook(account, receiver.url);
    const failing = database().transaction(async (transaction) => {
      await tellOfPayment(transaction, payment, "card_payment_captured", new Date());
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect(await messagesOf(webhook)).toEqual([]);
    expect(receiver.received).toEqual([]);
  });

  test("is tried again after 1 minute, 5 minutes, 1 hour, 1 day and 2 days, and then given up", async () => {
    const { webhook } = await testWebhook(account, receiver.url);
    receiver.behave(answer(500));
    await tell();
    await settleBackground();
    for (const seconds of [60, 300, 3600, 86_400, 172_800]) {
      const { dueAt } = only(await messagesOf(webhook));
      expect(Math.abs(Number(dueAt) - Date.now() - seconds * 1000)).toBeLessThan(2000);
      expect(await deliverDueMessages(new Date())).toBe(0);
      await letTimePass(webhook);
      expect(await deliverDueMessages(new Date())).toBe(1);
    }
    const stored = only(await messagesOf(webhook));
    expect(stored).toMatchObject({ tries: 6, dueAt: null, deliveredAt: null });
    expect((await listAttempts(stored)).map(({ httpStatus }) => httpStatus)).toEqual(Array(6).fill(500));
    expect(new Set(receiver.received.map(({ raw }) => raw)).size).toBe(1);
  });

  test("whose sender died between claim and answer is due again, and not before", async () => {
    const { webhook } = await testWebhook(account, receiver.url);
    await pauseWebhook(caller, webhook.id, new Date());
    await tell();
    await writeWebhook(webhook, { active: true });
    expect(await claimMessages(webhook)).toHaveLength(1);
    // Here it dies.
    expect(await deliverDueMessages(new Date())).toBe(0);
    expect(only(await messagesOf(webhook)).dueAt?.getTime()).toBeGreaterThan(Date.now() + 20_000);
    await letTimePass(webhook);
    expect(await deliverDueMessages(new Date())).toBe(1);
    expect(receiver.received).toHaveLength(1);
    expect(only(await messagesOf(webhook)).deliveredAt).not.toBeNull();
  });

  test("of a live account is not sent to a private address, even where one has got in", async () => {
    const live = (await testAccount({ live: true, paymentProvider: "stripe" })).account;
    const url = receiver.url.replace("http:", "https:");
    const { webhook } = await testWebhook(live, "https://93.184.215.14/hook");
    await writeWebhook(webhook, { callbackUrl: url });
    await tell(1, { ...payment, serviceId: live.serviceId, accountId: live.id });
    await settleBackground();
    expect(receiver.received).toEqual([]);
    const attempts = await listAttempts(only(await messagesOf(webhook)));
    expect(attempts).toMatchObject([{ httpStatus: null, failure: "not a public address" }]);
  });

  test("is forgotten after a week with its tries, and not before", async () => {
    const { webhook } = await testWebhook(account, receiver.url);
    await tell();
    await settleBackground();
    const stored = only(await messagesOf(webhook));
    const after = (days: number) => new Date(stored.createdAt.getTime() + days * 86_400_000);
    await forgetWebhookMessages(after(LIMITS.webhookMessageDays));
    expect(await messagesOf(webhook)).toHaveLength(1);
    await runDueWork(forgetWebhookMessages, new Date(after(LIMITS.webhookMessageDays).getTime() + 1));
    expect(await messagesOf(webhook)).toEqual([]);
    expect(await listAttempts(stored)).toEqual([]);
  });
});

describe("a paused webhook", () => {
  test("is sent nothing, loses nothing, and gets what has waited once it is resumed", async () => {
    const { webhook } = await testWebhook(account, receiver.url);
    await pauseWebhook(caller, webhook.id, new Date());
    await tell(3);
    await settleBackground();
    expect(await deliverDueMessages(new Date())).toBe(0);
    expect(await redeliverMessages(caller, webhook.id, "given up", new Date())).toMatchObject({
      refused: "paused",
    });
    unlessRefused(await resumeWebhook(caller, webhook.id, new Date()));
    await settleBackground();
    expect(receiver.received).toHaveLength(3);
  });
});

describe("a redelivery", () => {
  test("sends the same message again, and numbers its tries on", async () => {
    const { webhook } = await testWebhook(account, receiver.url);
    await tell(2);
    await settleBackground();
    const [first] = await messagesOf(webhook);
    const again = await redeliverMessages(caller, webhook.id, [first?.id ?? "", "unknown"], new Date());
    expect(again).toEqual({ redelivered: 1 });
    await settleBackground();
    expect(receiver.received.map(({ message }) => message.webhook_message_id).sort()).toEqual(
      [...(await messagesOf(webhook)).map(({ id }) => id), first?.id].sort(),
    );
    expect((await listAttempts(first ?? { serviceId: "", id: "" })).map(({ number }) => number)).toEqual([
      1, 2,
    ]);
  });

  test("tells how far it is, whatever else goes out meanwhile", async () => {
    const { webhook } = await testWebhook(account, receiver.url);
    expect(await findRedelivery(webhook)).toBeUndefined();
    await tell(3);
    await settleBackground();
    const ids = (await messagesOf(webhook)).map(({ id }) => id);
    receiver.behave(answer(500));
    const askedAt = new Date();
    await redeliverMessages(caller, webhook.id, ids.slice(0, 2), askedAt);
    await settleBackground();
    const about = { askedAt, messages: 2, givenUp: 0 };
    expect(await findRedelivery(webhook)).toEqual({ ...about, delivered: 0, waiting: 2 });
    receiver.behave(answer(200));
    await tell();
    await letTimePass(webhook);
    await deliverDueMessages(new Date());
    expect(await findRedelivery(webhook)).toEqual({ ...about, delivered: 2, waiting: 0 });
  });

  test("of all that were given up brings those alone, with all their tries", async () => {
    const { webhook } = await testWebhook(account, receiver.url);
    await tell();
    await settleBackground();
    receiver.behave(answer(404));
    await tell();
    await settleBackground();
    for (let n = 0; n < 5; n += 1) {
      await letTimePass(webhook);
      await deliverDueMessages(new Date());
    }
    receiver.behave(answer(500));
    expect(await redeliverMessages(caller, webhook.id, "given up", new Date())).toEqual({ redelivered: 1 });
    await settleBackground();
    expect((await messagesOf(webhook)).map(({ tries }) => tries)).toEqual([1, 1]);
    expect((await messagesOf(webhook))[1]?.dueAt).not.toBeNull();
  });

  test("of some days brings what was written in them, delivered or not", async () => {
    const { webhook } = await testWebhook(account, receiver.url);
    await tell(3);
    await settleBackground();
    const [, middle] = await messagesOf(webhook);
    if (!middle) throw new Error("There are too few");
    const yesterday = new Date(Date.now() - 86_400_000);
    await database()
      .update(webhookMessages)
      .set({ createdAt: yesterday })
      .where(eq(webhookMessages.id, middle.id));
    const days = { from: new Date(yesterday.getTime() - 1000), before: new Date(yesterday.getTime() + 1000) };
    expect(await redeliverMessages(caller, webhook.id, days, new Date())).toEqual({ redelivered: 1 });
    await settleBackground();
    expect(receiver.received.at(-1)?.message.webhook_message_id).toBe(middle.id);
  });

  test("of very many is shown as it goes, and keeps nothing new waiting", async () => {
    const { webhook } = await testWebhook(account, receiver.url);
    await tell();
    await settleBackground();
    await giveUpMany(only(await messagesOf(webhook)), MANY);
    expect(await redeliverMessages(caller, webhook.id, "given up", new Date())).toEqual({
      redelivered: MANY,
    });
    const asked = performance.now();
    await tell();
    while ((await countFresh(webhook)).delivered < 2) {
      expect(performance.now() - asked).toBeLessThan(4000);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect((await findRedelivery(webhook))?.waiting).toBeGreaterThan(MANY / 2);
    await writeWebhook(webhook, { active: false });
  }, 30_000);

  test("of another account's webhook finds none", async () => {
    const { webhook } = await testWebhook(account, receiver.url);
    const other = await testAccount();
    expect(await redeliverMessages(other.caller, webhook.id, "given up", new Date())).toMatchObject({
      refused: "notFound",
    });
  });
});

describe("one receiver", () => {
  test("that never answers delays no other's messages", async () => {
    const silent = await testReceiver();
    silent.behave(() => {});
    const dead = await testAccount();
    await testWebhook(dead.account, silent.url);
    const { webhook } = await testWebhook(account, receiver.url);
    await tell(50, { ...payment, serviceId: dead.account.serviceId, accountId: dead.account.id });
    const began = performance.now();
    await tell(20);
    while ((await messagesOf(webhook)).some(({ deliveredAt }) => !deliveredAt)) {
      expect(performance.now() - began).toBeLessThan(4000);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(silent.received.length).toBeGreaterThan(0);
    await silent.close();
  });

  test("is not sent more than ten at a time", async () => {
    const { webhook } = await testWebhook(account, receiver.url);
    await pauseWebhook(caller, webhook.id, new Date());
    await tell(35);
    let open = 0;
    let most = 0;
    receiver.behave((response) => {
      most = Math.max(most, (open += 1));
      setTimeout(() => {
        open -= 1;
        response.end();
      }, 20);
    });
    await resumeWebhook(caller, webhook.id, new Date());
    await settleBackground();
    expect(receiver.received).toHaveLength(35);
    expect(most).toBe(10);
  });
});

test("a thousand messages reach flaky receivers, each at least once and signed, by two deliverers at once", async () => {
  const flaky = await Promise.all([1, 2, 3, 4].map(async () => testReceiver()));
  const hooks = await Promise.all(flaky.map(async ({ url }) => testWebhook(account, url)));
  const accepted = new Set<string>();
  for (const [n, one] of flaky.entries()) {
    let turn = 0;
    one.behave((response, { message, raw, headers }) => {
      turn += 1;
      // Each has its own troubles: says nothing, hangs up, fails, sends elsewhere, takes its time.
      if (turn === 40) return;
      if (turn % 23 === 0) response.destroy();
      else if (turn % 17 === 0) response.writeHead(503).end();
      else if (turn % 29 === 0) response.writeHead(302, { Location: receiver.url }).end();
      else {
        new Webhook(hooks[n]?.secret ?? "").verify(raw, headers as Record<string, string>);
        accepted.add(`${n} ${message.webhook_message_id}`);
        setTimeout(() => response.end(), turn % 11 === 0 ? 300 : 0);
      }
    });
  }
  await tell(250);
  const waiting = async () =>
    (await Promise.all(hooks.map(async ({ webhook }) => messagesOf(webhook))))
      .flat()
      .filter(({ deliveredAt }) => !deliveredAt).length;
  while ((await waiting()) > 0) {
    await Promise.all([1, 2].map(async () => runDueWork(deliverDueMessages, new Date())));
    await settleBackground();
    for (const { webhook } of hooks) await letTimePass(webhook);
  }
  expect(accepted.size).toBe(1000);
  expect(receiver.received).toEqual([]);
  for (const { webhook } of hooks) {
    const known = new Set((await messagesOf(webhook)).map(({ id }) => id));
    expect(known.size).toBe(250);
  }
  await Promise.all(flaky.map(async (one) => one.close()));
}, 90_000);
