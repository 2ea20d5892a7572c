import type { PspEvent } from "@/psp/port";
import { recordPayout } from "../payouts/record-payout";
import type { Handled, Notification } from "./notification";

type PayoutEvent = Extract<PspEvent, { type: "payout" }>;

/** A PSP tells that it pays into the service's bank. */
export async function actOnPayout(notification: Notification, event: PayoutEvent): Promise<Handled> {
  const { serviceId, accountId, credentialsId } = notification;
  await recordPayout({ serviceId, accountId, credentialsId }, event, new Date());
  return "done";
}
