import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database } from "@/db/client";
import { payments } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import type { Fault } from "@/psp/simulator/faults";
import type { Payment } from "../payments/payment";
import { effectsOf, settledEnd } from "./test-end";
import { DONE, LEFT_TO_STAFF, NOT_DONE, OPERATIONS_AT, REQUESTS, type Operation } from "./test-operations";
import type { Order, Report } from "./test-mortal";
import { openOperations, openWorld, recover, type World } from "./test-world";

/** Between which beats the process dies (SIGKILL), and the fault that keeps it there. */
const MOMENTS = {
  "before the provider has done it": "timeout:before-commit",
  "when the provider has done it and not said so": "timeout:after-commit",
  "with the answer in hand, before it is written down": "hold",
} as const satisfies Record<string, Fault["do"]>;
type Moment = keyof typeof MOMENTS;

const PATIENCE_MILLISECONDS = 60_000;

let drop: () => Promise<void>;

beforeAll(async () => {
  // Clocks look at everything there is: here it is to be this suite's alone.
  drop = await ownTestDatabase();
});
afterAll(async () => drop());

describe.each(["stripe", "worldpay"] as const)("at %s", (name) => {
  describe.each(Object.keys(MOMENTS) as Moment[])("a process that is killed %s", (moment) => {
    let world: World;
    let left: ReadonlyMap<Operation, Payment>;

    beforeAll(async () => {
      world = await openWorld(name);
      left = await killAmid(world, moment);
      await recover(world);
    }, 3 * PATIENCE_MILLISECONDS);
    afterAll(async () => {
      expect(world.simulator.protocols.flatMap((protocol) => protocol.invariants())).toEqual([]);
      await world.close();
    });

    test.each(OPERATIONS_AT[name])("leaves %s done once, or not at all", async (operation) => {
      const payment = left.get(operation);
      if (!payment) throw new Error(`${operation} was not under way`);
      const isNothing = moment === "before the provider has done it";
      const end = await settledEnd(world, payment);
      if (operation === "prepare") {
        expect(end).toBe("error");
        return;
      }
      if (operation === "refund" && name === "worldpay" && isNothing) {
        expect(end).toBe(LEFT_TO_STAFF);
        return;
      }
      const isDone = !isNothing || NOT_DONE[operation] === undefined;
      expect(end).toBe(isDone ? DONE[operation] : NOT_DONE[operation]);
      expect(effectsOf(world, payment, operation)).toBe(isDone ? 1 : 0);
    });
  });
});

/**
 * Lets a process have each operation under way, with a payment of its own, as far as that moment, and kills it.
 *
 * @returns the payments that it leaves behind.
 */
async function killAmid(world: World, moment: Moment): Promise<Map<Operation, Payment>> {
  const { name, caller, simulator } = world;
  const operations = OPERATIONS_AT[name];
  const mortal = await spawnMortal(world);
  const begun = new Map<Operation, Payment | undefined>();
  for (const operation of operations) {
    mortal.order({ do: "begin", operation, name, caller });
    begun.set(operation, await mortal.ready(operation));
  }
  // The provider's news come to another process, ours: not before the first has died.
  await simulator.notifications.deliver({ hold: true });
  for (const operation of operations) {
    simulator.faults.add({ psp: name, operation: REQUESTS[operation][name], do: MOMENTS[moment] });
    mortal.order({ do: "go", operation });
    await until(`${operation} was asked for`, () => simulator.faults.waiting().length === 0);
  }
  if (moment === "with the answer in hand, before it is written down")
    await whileNothingIsWritten(
      operations.length,
      () => simulator.faults.clear(),
      async () => mortal.kill(),
    );
  else await mortal.kill();
  simulator.faults.clear();

  const left = new Map<Operation, Payment>();
  for (const [operation, payment] of begun) left.set(operation, payment ?? (await recurring(world)));
  for (const [operation, payment] of left)
    expect(await openOperations(payment), `${operation} was under way`).toContain(operation);
  await simulator.notifications.deliver({ hold: false });
  return left;
}

/** The one payment that was made by an agreement. */
async function recurring({ caller }: World): Promise<Payment> {
  const [payment] = await database()
    .select()
    .from(payments)
    .where(and(eq(payments.accountId, caller.account.id), eq(payments.authorisationMode, "agreement")));
  if (!payment) throw new Error("There is no recurring payment");
  return payment;
}

/** Nobody can write while `act` brings answers; once that many wait to write them down, they die. */
async function whileNothingIsWritten(
  writers: number,
  act: () => void,
  kill: () => Promise<void>,
): Promise<void> {
  await database().transaction(async (transaction) => {
    await transaction.execute(
      sql`lock table payments, refunds, psp_operations, payment_instruments in share mode`,
    );
    act();
    // Asked beside the transaction, in which nothing new would ever be seen.
    await until("the answers were to be written", async () => {
      const waiting = await database().execute(sql`select pid from pg_stat_activity where ${WAITS}`);
      return waiting.length === writers;
    });
    await kill();
    // What the dead had sent is not carried out for them either.
    await database().execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where ${WAITS}`);
  });
}

const WAITS = sql`datname = current_database() and wait_event_type = 'Lock'`;

interface Mortal {
  order(what: Order): void;
  /** Until it is about to carry the operation out. */
  ready(operation: Operation): Promise<Payment | undefined>;
  kill(): Promise<void>;
}

async function spawnMortal(world: World): Promise<Mortal> {
  const child = fork(fileURLToPath(new URL("./test-mortal.ts", import.meta.url)), {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, LOG_LEVEL: "silent" },
    serialization: "advanced",
  });
  const order = (what: Order) => void child.send(what);
  const reports: Report[] = [];
  child.on("message", (report: Report) => {
    reports.push(report);
    if (report.is === "listening") void world.hear().then(() => order({ do: "heard" }));
  });
  await until("it lived", () => isAlive(child) && reports.some(({ is }) => is === "alive"));
  return {
    order,
    ready: async (operation) => {
      const isIt = (report: Report) => report.is === "ready" && report.operation === operation;
      await until(`${operation} was ready`, () => {
        const failed = reports.find(({ is }) => is === "failed");
        if (failed?.is === "failed") throw new Error(failed.why);
        return isAlive(child) && reports.some(isIt);
      });
      const ready = reports.find(isIt);
      return ready?.is === "ready" ? ready.payment : undefined;
    },
    kill: async () => {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  if (exitCode !== null || signalCode !== null) throw new Error("It died of itself");
  return true;
}

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MILLISECONDS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`Never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
