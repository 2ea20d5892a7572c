import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { database } from "@/db/client";
import { testAccount } from "@/domain/accounts/test-account";
import type { ServiceCaller } from "@/domain/caller";
import { newId } from "@/domain/new-id";
import { eachPayment } from "@/domain/payments/each-payment";
import { paymentIn, testPayment, write } from "@/domain/payments/test-payment";
import { csvOfPayments } from "./csv-of-payments";
import { streamCsv } from "./stream-csv";

const MANY = 20_000;
const ID_CHARACTERS = 26;
const EVERYTHING = { page: 1, display_size: 50 };
const NOW = new Date();

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

async function csvOf(caller: ServiceCaller, search: object = {}): Promise<ReadableStream<Uint8Array>> {
  const found = await eachPayment(caller, { ...EVERYTHING, ...search });
  return streamCsv(csvOfPayments(found, NOW), (error) => {
    throw error;
  });
}

async function linesOf(caller: ServiceCaller, search: object = {}): Promise<string[]> {
  const text = await new Response(await csvOf(caller, search)).text();
  return text.split("\r\n");
}

describe("a few payments", () => {
  let caller: ServiceCaller;
  beforeAll(async () => {
    ({ caller } = await testAccount());
    await testPayment(caller, { reference: "=1+1", metadata: { ledger: "A1", late: true } });
    await testPayment(caller, { reference: "TWO", metadata: { "@cost centre": 7 } });
  });

  it("have one column for each key of their metadata, and nothing that would be calculated", async () => {
    const [head = "", second = "", first = "", ...rest] = await linesOf(caller);
    expect(head.endsWith("Metadata: @cost centre,Metadata: late,Metadata: ledger")).toBe(true);
    expect(second).toMatch(/,TWO,.*,7,,$/u);
    expect(first).toMatch(/,'=1\+1,.*,,true,A1$/u);
    expect(rest).toEqual([""]);
  });

  it("keep the zeros that a card's digits begin with, whatever reads them", async () => {
    const { caller: another } = await testAccount();
    const payment = await paymentIn(another, "success");
    await write(payment, { firstDigits: "004242", lastDigits: "0042" });
    const [, row = ""] = await linesOf(another);
    expect(row).toContain(",004242******0042,");
  });

  it("begin with the mark by which Excel knows UTF-8", async () => {
    const bytes = await new Response(await csvOf(caller)).bytes();
    expect(Buffer.from(bytes).toString("hex", 0, 3)).toBe("efbbbf");
  });

  it("are those that the filters leave, with the keys of those alone", async () => {
    const [head = "", ...rows] = await linesOf(caller, { reference: "two" });
    expect(head.endsWith(",Metadata: @cost centre")).toBe(true);
    expect(rows.length).toBe(2);
  });

  it("are a head without rows where there are none", async () => {
    const lines = await linesOf(caller, { reference: "nobody's" });
    expect(lines.length).toBe(2);
  });

  it("are never another account's", async () => {
    const { caller: stranger } = await testAccount();
    expect((await linesOf(stranger)).length).toBe(2);
  });
});

describe(`${MANY} payments`, () => {
  let caller: ServiceCaller;
  beforeAll(async () => {
    ({ caller } = await testAccount());
    // Copies of one: three in each millisecond, so that moments alone would not tell where a batch has ended.
    const one = await write(await testPayment(caller, { metadata: { note: "n".repeat(50) } }), {
      createdAt: new Date(NOW.getTime() - 86_400_000),
    });
    const prefix = newId(NOW).slice(0, 18);
    await database().execute(sql`
      insert into payments (service_id, id, account_id, created_at, status, expires_at, amount, reference, description,
        language, authorisation_mode, return_url, delayed_capture, moto, metadata, payment_provider)
      select service_id, ${prefix} || lpad(n::text, 8, '0'), account_id, created_at + n / 3 * interval '1 millisecond',
        status, expires_at, amount, 'MANY-' || n, description, language, authorisation_mode, return_url, delayed_capture,
        moto, metadata, payment_provider
      from payments, generate_series(2, ${MANY}::int) as n
      where service_id = ${one.serviceId} and id = ${one.id}`);
    await database().execute(sql`analyze payments`);
  }, 60_000);

  it("come each once, newest first", async () => {
    const lines = (await linesOf(caller)).slice(1, -1);
    expect(lines.length).toBe(MANY);
    expect(new Set(lines.map((line) => line.slice(0, ID_CHARACTERS))).size).toBe(MANY);
    const moments = lines.map((line) => line.split(",")[3] ?? "");
    expect(moments).toEqual([...moments].sort().reverse());
  });

  it("stay out of memory: the last piece finds no more of it taken than the first ones", async () => {
    const reader = (await csvOf(caller)).getReader();
    const taken: number[] = [];
    let [bytes, pieces] = [0, 0];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      pieces += 1;
      if (pieces % 20 > 0) continue;
      collectGarbage();
      taken.push(process.memoryUsage().heapUsed);
    }
    const [early = 0, late = 0] = [taken[1], taken.at(-2)];
    expect(taken.length).toBeGreaterThan(15);
    expect(late - early).toBeLessThan(bytes / 15);
  });

  it("are read no faster than they are taken", async () => {
    const found = await eachPayment(caller, EVERYTHING);
    let read = 0;
    const counted = async function* counted() {
      for await (const batch of found.batches) {
        read += 1;
        yield batch;
      }
    };
    const stream = streamCsv(csvOfPayments({ ...found, batches: counted() }, NOW), () => {});
    const reader = stream.getReader();
    await reader.read();
    await reader.read();
    expect(read).toBe(1);
    await reader.cancel();
    expect(await found.batches.next()).toEqual({ done: true, value: undefined });
  });

  it("break off when the database does, so that half a file does not look whole", async () => {
    const found = await eachPayment(caller, EVERYTHING);
    const failing = async function* failing() {
      const first = await found.batches.next();
      if (!first.done) yield first.value;
      throw new Error("The database has gone");
    };
    const faults: unknown[] = [];
    const stream = streamCsv(csvOfPayments({ ...found, batches: failing() }, NOW), (error) => {
      faults.push(error);
    });
    await expect(new Response(stream).text()).rejects.toThrow("The database has gone");
    expect(faults.length).toBe(1);
  });
});
