import { and, eq, sql } from "drizzle-orm";
import { database } from "@/db/client";
import { accounts } from "@/db/schema";
import type { AccountCaller } from "../caller";
import { doAccountWork } from "../due-work";
import { wake } from "../wake";
import { countTold } from "../providers/count-told";
import { providerOf } from "../providers/provider-of";
import { refused } from "../refused";
import { noteAct } from "../staff/note-act";
import { accountTime } from "./account-time";

const DAY_SECONDS = 86_400;
/** How far ahead of real time a test clock may be. */
const FURTHEST_SECONDS = 3 * 366 * DAY_SECONDS;

/**
 * Moves a not-live account's test clock forward, and does what falls due until then: payments expire, captures lapse,
 * disputes are decided, a simulated provider settles. It never goes back: what has happened has happened.
 *
 * @param seconds forward, a whole number from one second on.
 * @returns the account as it is now, how much of what was done, and what the provider has told meanwhile; refused for a live account, or beyond three years.
 */
export async function moveClock(caller: AccountCaller, seconds: number, now: Date) {
  const { account } = caller;
  if (account.live) return refused("live");
  if (!Number.isInteger(seconds) || seconds < 1) return refused("invalid");
  const { serviceId, id } = account;
  const moved = await forward(caller, seconds, now);
  if (!moved) return refused("tooFar");
  const ahead = accountTime(moved, now);
  const { provider, context } = await providerOf(
    { paymentProvider: moved.paymentProvider, credentialsId: null },
    moved,
    `clock:${id}`,
    ahead,
  );
  const asked = new Date();
  await provider.moveClock?.(context);
  wake("notifications");
  const told = await countTold({ serviceId, accountId: id }, asked);
  const done = await doAccountWork({ serviceId, accountId: id }, ahead);
  return { account: moved, done, told };
}

async function forward(caller: AccountCaller, seconds: number, now: Date) {
  const { serviceId, id, clockAheadSeconds: before } = caller.account;
  return database().transaction(async (transaction) => {
    const [moved] = await transaction
      .update(accounts)
      .set({ clockAheadSeconds: sql`${accounts.clockAheadSeconds} + ${seconds}` })
      .where(
        and(
          eq(accounts.serviceId, serviceId),
          eq(accounts.id, id),
          eq(accounts.live, false),
          sql`${accounts.clockAheadSeconds} + ${seconds} <= ${FURTHEST_SECONDS}`,
        ),
      )
      .returning();
    if (!moved) return undefined;
    const act = {
      serviceId,
      on: { type: "account", id },
      before: { secondsAhead: before },
      after: { secondsAhead: moved.clockAheadSeconds },
    };
    await noteAct(transaction, caller, "moveClock", act, now);
    return moved;
  });
}
