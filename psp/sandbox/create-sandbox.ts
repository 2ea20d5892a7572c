import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "@/db/client";
import { capabilitiesOf } from "../capabilities";
import type { Psp } from "../port";
import { authorise, complete3ds } from "./authorise";
import { behaviour, behaviourOf } from "./cards";
import { listNews } from "./disputes";
import { capture, refund, voidAuthorisation } from "./move-money";
import { query } from "./query";
import { authoriseSavedCard, deleteSavedCard } from "./saved-cards";

const SLOW_ANSWER_MILLISECONDS = 20_000;

interface Options {
  /** What the slow card's answer waits for; its money is held at once. */
  untilSlowAnswer?: () => Promise<unknown>;
}

/**
 * A provider to try everything with: cards decide what happens (contract/test-cards.ts), no money moves. It
 * is written as a company outside: it knows a payment only by what was sent, and remembers in its own tables.
 */
export function createSandbox(
  database: Database,
  { untilSlowAnswer = () => pause(SLOW_ANSWER_MILLISECONDS) }: Options = {},
): Psp {
  return {
    name: "sandbox",
    capabilities: capabilitiesOf("sandbox"),
    async authorise(context, command) {
      const outcome = await authorise(database, context, command);
      // After the books are closed: who stops waiting can ask, and finds the payment authorised.
      if (behaviour(behaviourOf(command.card.number.reveal())).slow) await untilSlowAnswer();
      return outcome;
    },
    complete3ds: (context, { providerId }) => complete3ds(database, context, providerId),
    authoriseSavedCard: (context, command) => authoriseSavedCard(database, context, command),
    capture: (context, providerId, pence) => capture(database, context, providerId, pence),
    void: (context, providerId) => voidAuthorisation(database, context, providerId),
    refund: (context, providerId, refundId, pence) => refund(database, context, providerId, refundId, pence),
    query: (context, { paymentId }) => query(database, context, paymentId),
    listNews: (context, paymentIds) => listNews(database, context, paymentIds),
    deleteSavedCard: (context, token) => deleteSavedCard(database, context, token),
  };
}
