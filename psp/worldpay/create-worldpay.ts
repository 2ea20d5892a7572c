import { capabilitiesOf } from "../capabilities";
import { moveSimulatedClock } from "../move-simulated-clock";
import type { Psp } from "../port";
import { authorise, authoriseSavedCard, complete3ds } from "./authorise";
import { checkCredentials } from "./check-credentials";
import { credentialsOf, readCredentials } from "./credentials";
import { cancel, capture, deleteSavedCard, refund } from "./move-money";
import { query } from "./query";
import { readNotification } from "./read-notification";
import { deviceCheck } from "./three-ds-flex";

/**
 * Worldpay's XML gateway, asked directly. Order codes are ours and worked out from the payment, so that every
 * lost answer can be asked about; modifications are only ever receipted, and refunds never asked for twice.
 */
export function createWorldpay(): Psp {
  return {
    name: "worldpay",
    capabilities: capabilitiesOf("worldpay"),
    authorise,
    complete3ds,
    authoriseSavedCard,
    capture,
    void: cancel,
    refund,
    query,
    deleteSavedCard,
    readNotification,
    acknowledgement: { contentType: "text/plain", body: "[OK]" },
    readCredentials,
    checkCredentials,
    deviceCheck,
    moveClock: async (context) => {
      if (!context.live) await moveSimulatedClock("worldpay", credentialsOf(context).apiBase, context.now);
    },
  };
}
