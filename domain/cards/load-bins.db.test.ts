import { beforeEach, describe, expect, test } from "vitest";
import { and, eq } from "drizzle-orm";
import { auditLog } from "@/db/schema";
import type { Database } from "@/db/client";
import { binRanges } from "@/db/tables/bin-ranges";
import { testDatabase } from "@/db/test-database";
import { staffAtServer } from "../staff/staff-of";
import { findLoadedBin } from "./find-loaded-bin";
import { identifyCard } from "./identify-card";
import { loadBins } from "./load-bins";

const HEADER = "from,to,brand,type,corporate,prepaid,country\n";
const staff = staffAtServer("tests");
const NOW = new Date("2026-03-01T12:00:00.000Z");

describe("loadBins", () => {
  let database: Database;
  const find = (digits: string) => findLoadedBin(database, digits);

  beforeEach(async () => {
    database = await testDatabase();
    await database.delete(binRanges);
  });

  test("loads ranges that then identify cards, the narrower one first", async () => {
    const csv = `${HEADER}492900,492999,visa,credit,false,false,GB\n49295000,49295099,visa,debit,true,false,IE\n`;
    expect(await loadBins(staff, csv, NOW)).toEqual({ loaded: 2 });

    const around = { brand: "visa", type: "credit", corporate: false, prepaid: false, country: "GB" };
    expect(await identifyCard("4929499999999999", find)).toEqual(around);
    expect(await identifyCard("4929501234567890", find)).toEqual({
      ...around,
      type: "debit",
      corporate: true,
      country: "IE",
    });
    expect(await identifyCard("4929510000000000", find)).toEqual(around);
  });

  test("knows nothing below, between and above the ranges", async () => {
    await loadBins(
      staff,
      `${HEADER}400000,400009,visa,,false,false,\n400020,400029,visa,,false,false,\n`,
      NOW,
    );
    expect(await find("39999999999")).toBeUndefined();
    expect(await find("40000999999")).toEqual({
      brand: "visa",
      type: null,
      corporate: false,
      prepaid: false,
    });
    expect(await find("40001000000")).toBeUndefined();
    expect(await find("40003000000")).toBeUndefined();
  });

  test("replaces the table that was loaded before", async () => {
    await loadBins(staff, `${HEADER}400000,400009,visa,,false,false,\n`, NOW);
    await loadBins(staff, `${HEADER}510000,510009,master-card,,false,false,\n`, NOW);
    expect(await find("40000000000")).toBeUndefined();
    expect(await find("51000000000")).toMatchObject({ brand: "master-card" });
  });

  test("keeps the table that was loaded before when the new one is faulty", async () => {
    await loadBins(staff, `${HEADER}400000,400009,visa,,false,false,\n`, NOW);
    expect(await loadBins(staff, `${HEADER}nonsense\n`, NOW)).toHaveProperty("faults");
    const crossing = `${HEADER}400000,400009,visa,,false,false,\n400005,400015,visa,,false,false,\n`;
    expect(await loadBins(staff, crossing, NOW)).toEqual({
      faults: ["ranges contradict each other: 40000000000–40000999999 and 40000500000–40001599999"],
    });
    expect(await find("40000000000")).toMatchObject({ brand: "visa" });
  });

  test("leaves an entry in the audit with the transaction, and none where nothing was loaded", async () => {
    const noted = async () =>
      database.$count(
        auditLog,
        and(eq(auditLog.who, caller.member.email), eq(auditLog.what, "loadCardRanges")),
      );
    const caller = staffAtServer(`tests ${Date.now()}`);
    await loadBins(caller, `${HEADER}nonsense\n`, NOW);
    expect(await noted()).toBe(0);
    await loadBins(caller, `${HEADER}400000,400009,visa,,false,false,\n`, NOW);
    expect(await noted()).toBe(1);
  });

  test("of two tables at once keeps one whole", async () => {
    const tables = ["visa", "master-card"].map((brand) =>
      [400000, 400010, 400020].map((from) => `${from},${from + 9},${brand},,false,false,\n`).join(""),
    );
    await Promise.all(tables.map(async (rows) => loadBins(staffAtServer("tests"), HEADER + rows, NOW)));
    const left = await database.select({ brand: binRanges.brand }).from(binRanges);
    expect(left).toHaveLength(3);
    expect(new Set(left.map(({ brand }) => brand)).size).toBe(1);
  });

  test("loads more rows than one statement takes", async () => {
    const rows = Array.from(
      { length: 12_000 },
      (_, n) => `4${n + 10_000},4${n + 10_000},visa,,false,false,\n`,
    );
    expect(await loadBins(staff, HEADER + rows.join(""), NOW)).toEqual({ loaded: 12_000 });
    expect(await find("42199900000")).toMatchObject({ brand: "visa" });
  });
});
