import { and, asc, eq, lte } from "drizzle-orm";
import { database } from "@/db/client";
import { pspNotifications } from "@/db/schema";
import type { PspEvent } from "@/psp/port";
import { raiseAlert } from "../alerts/raise-alert";
import { eachOf } from "../each-of";
import { log } from "../log";
import { claimedUntil } from "../payments/claim-due-payments";
import { onWake } from "../wake";
import { actOnDispute } from "./act-on-dispute";
import { actOnPayment } from "./act-on-payment";
import { actOnPayout } from "./act-on-payout";
import { actOnRefund } from "./act-on-refund";
import type { Handled, Notification } from "./notification";

type TaggedEvent = Exclude<PspEvent, { type: "ignored" }>;

/** Minutes until a notification that could not be acted on is tried again; then hourly for a day. */
const RETRY_MINUTES = [1, 5, 30];
const TRIES = RETRY_MINUTES.length + 24;

/**
 * Acts on what PSPs have told, oldest first. Each is a hint to look at one thing and to bring it to where the PSP
 * has it, so told twice, late or in the wrong order it ends the same.
 *
 * @returns how many were looked at.
 */
export async function handleNotifications(now: Date, limit = 100): Promise<number> {
  const claimed = await database().transaction(async (transaction) => {
    const due = await transaction
      .select()
      .from(pspNotifications)
      .where(lte(pspNotifications.dueAt, now))
      .orderBy(asc(pspNotifications.dueAt), asc(pspNotifications.id))
      .limit(limit)
      .for("update", { skipLocked: true });
    for (const notification of due) {
      await transaction
        .update(pspNotifications)
        .set({ dueAt: claimedUntil(now), tries: notification.tries + 1 })
        .where(isNotification(notification));
    }
    return due;
  });
  await eachOf(lanes(claimed), async (lane) => {
    for (const notification of lane) await handle(notification);
  });
  return claimed.length;
}

onWake("notifications", () => handleNotifications(new Date()));

/** What speaks of the same payment is acted on one after the other. */
function lanes(notifications: Notification[]): Notification[][] {
  const byPayment = new Map<string, Notification[]>();
  for (const notification of notifications) {
    const { paymentId, providerId } = notification.event as { paymentId?: string; providerId?: string };
    const lane = paymentId ?? providerId ?? String(notification.id);
    byPayment.set(lane, [...(byPayment.get(lane) ?? []), notification]);
  }
  return [...byPayment.values()];
}

async function handle(notification: Notification): Promise<void> {
  const now = new Date();
  const handled = await act(notification).catch((error: unknown): Handled => {
    log.error({ err: error, notification: notification.id }, "a notification could not be acted on");
    return { notYet: "failed" };
  });
  if (handled === "done") return settle(notification, { state: "handled", handledAt: now, dueAt: null });
  const tries = notification.tries + 1;
  if (tries >= TRIES) return abandon(notification, handled.notYet, now);
  const minutes = RETRY_MINUTES[tries - 1] ?? 60;
  await settle(notification, { dueAt: new Date(now.getTime() + minutes * 60_000), why: handled.notYet });
}

async function act(notification: Notification): Promise<Handled> {
  const event = eventOf(notification);
  switch (event.type) {
    case "payment":
      return actOnPayment(notification, event);
    case "refund":
      return actOnRefund(notification, event);
    case "dispute":
      return actOnDispute(notification, event);
    case "payout":
      return actOnPayout(notification, event);
  }
}

/** JSON has no dates. */
function eventOf({ event, dedupeKey }: Notification): TaggedEvent {
  const read: Record<string, unknown> = { ...event, dedupeKey };
  for (const name of ["happenedAt", "createdAt", "evidenceDueAt"]) {
    if (typeof read[name] === "string") read[name] = new Date(read[name]);
  }
  return read as TaggedEvent;
}

async function abandon(notification: Notification, why: string, now: Date): Promise<void> {
  await settle(notification, { state: "abandoned", dueAt: null, why });
  const { serviceId, accountId, id, event } = notification;
  const key = `${serviceId}:${id}`;
  const details = { why, type: event.type, notification: id };
  await raiseAlert({ kind: "notificationAbandoned", key, serviceId, accountId, details }, now);
}

async function settle(
  notification: Notification,
  values: Partial<typeof pspNotifications.$inferInsert>,
): Promise<void> {
  await database().update(pspNotifications).set(values).where(isNotification(notification));
}

function isNotification({ serviceId, id }: Pick<Notification, "serviceId" | "id">) {
  return and(eq(pspNotifications.serviceId, serviceId), eq(pspNotifications.id, id));
}
