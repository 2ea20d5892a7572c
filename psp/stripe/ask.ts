import { setTimeout as passed } from "node:timers/promises";
import { failureOf, type Failure } from "./failure";
import { MILLISECONDS } from "./timings";

export type Asked<T> = { readonly value: T } | { readonly failure: Failure };

/** Asks Stripe, and gives its answer or what kept it from answering. Throws nothing that Stripe is to blame for. */
export async function ask<T>(call: () => Promise<T>): Promise<Asked<T>> {
  for (const pause of MILLISECONDS.busyPauses) {
    const asked = await once(call);
    if ("value" in asked || asked.failure.is !== "busy") return asked;
    await passed(pause);
  }
  return once(call);
}

async function once<T>(call: () => Promise<T>): Promise<Asked<T>> {
  try {
    return { value: await call() };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

/** More than an hourly retry spends before Stripe forgets the first (after a day). */
const KEYS = 30;

/**
 * Asks under a key, and under a further one once a key is spent: Stripe keeps a fault of its own as the answer to a key
 * and replays it for a day, though nothing has happened.
 *
 * @param stillOpen whether what is asked for has really not happened; asked before each further key.
 */
export async function askUnderKey<T>(
  key: string,
  call: (idempotencyKey: string) => Promise<T>,
  stillOpen: () => Promise<boolean>,
): Promise<Asked<T>> {
  let asked = await ask(() => call(key));
  for (let attempt = 2; attempt <= KEYS; attempt += 1) {
    const isSpent = "failure" in asked && asked.failure.is === "lost" && asked.failure.isReplay;
    if (!isSpent || !(await stillOpen())) break;
    asked = await ask(() => call(`${key}/${attempt}`));
  }
  return asked;
}

/** For what moves no money: one too many does no harm. */
export async function isHarmless(): Promise<true> {
  return true;
}
