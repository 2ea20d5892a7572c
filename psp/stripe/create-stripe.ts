import { capabilitiesOf } from "../capabilities";
import { moveSimulatedClock } from "../move-simulated-clock";
import type { Psp } from "../port";
import { authorise } from "./authorise";
import { authoriseSavedCard } from "./authorise-saved-card";
import { capture } from "./capture";
import { checkCredentials } from "./check-credentials";
import { complete3ds } from "./complete-3ds";
import { readCredentials, StripeCredentials } from "./credentials";
import { deleteSavedCard } from "./delete-saved-card";
import { listPayoutLines } from "./list-payout-lines";
import { prepare } from "./prepare";
import { query } from "./query";
import { readNotification } from "./read-notification";
import { queryRefund, refund } from "./refund";
import { needsTransfers, transferIn, transferOut } from "./transfers";
import { voidPayment } from "./void";

/** Stripe, through its own SDK. Keeps nothing: its books are Stripe's, and ours are the domain's. */
export function createStripe(): Psp {
  return {
    name: "stripe",
    capabilities: capabilitiesOf("stripe"),
    prepare,
    authorise,
    complete3ds,
    authoriseSavedCard,
    capture,
    void: voidPayment,
    refund,
    query,
    queryRefund,
    deleteSavedCard,
    needsTransfers,
    transferOut,
    transferIn,
    readNotification,
    acknowledgement: { contentType: "application/json", body: '{"received":true}' },
    listPayoutLines,
    readCredentials,
    checkCredentials,
    moveClock: async ({ credentials, live, now }) => {
      const read = StripeCredentials.safeParse(credentials);
      if (!live && read.success) await moveSimulatedClock("stripe", read.data.apiBase, now);
    },
  };
}
