import { database } from "@/db/client";
import type { StaffCaller } from "../caller";
import { accountTime } from "../accounts/account-time";
import { publicUrl } from "../public-url";
import { isRefused, refused } from "../refused";
import { noteAct } from "../staff/note-act";
import { createPayment } from "./create-payment";
import { paymentToken } from "./payment-token";

/** What staff choose of a payment that they try out; the rest is as a service would send it. */
export interface DemoPayment {
  readonly amount: number;
  readonly reference: string;
  readonly description: string;
  readonly language: "en" | "cy";
  readonly delayed_capture: boolean;
}

/**
 * Creates a payment of a test account as its service's own system would, for staff to go through.
 *
 * @param returnPath where the payer is sent afterwards: a page of ours.
 * @returns the payment, and the link that a payer would be sent to.
 */
export async function createDemoPayment(
  caller: StaffCaller,
  wish: DemoPayment,
  returnPath: string,
  now: Date,
) {
  const { account } = caller;
  if (account.live) return refused("live");
  const input = { ...wish, return_url: publicUrl(returnPath) };
  const created = await database().transaction(async (transaction) => {
    const time = accountTime(account, now);
    const made = await createPayment(caller, input, undefined, time, transaction);
    if (isRefused(made)) return made;
    const { id, serviceId } = made.payment;
    const act = { serviceId, on: { type: "payment", id }, after: { amount: wish.amount } };
    await noteAct(transaction, caller, "createDemoPayment", act, now);
    return made;
  });
  if (isRefused(created)) return created;
  return {
    payment: created.payment,
    nextUrl: publicUrl(`/secure/${paymentToken("next url", created.payment)}`),
  };
}
