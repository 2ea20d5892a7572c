import { describe, expect, test, vi } from "vitest";
import type { CardKind } from "@/contract/card";
import { brandOf } from "@/contract/card-brand";
import { TEST_CARDS } from "@/contract/test-cards";
import { identifyCard, type LoadedBins } from "./identify-card";

const LOADED: CardKind = { brand: "visa", type: "debit", corporate: false, prepaid: true, country: "GB" };

describe("identifyCard", () => {
  test.each(TEST_CARDS)("knows test card $number", ({ number, brand, type, corporate, prepaid }) => {
    expect(identifyCard(number)).toEqual({ brand, type, corporate, prepaid });
  });

  test("agrees with the brand that the browser shows, for every test card", () => {
    for (const { number, brand } of TEST_CARDS) expect([number, brandOf(number)]).toEqual([number, brand]);
  });

  test.each([
    ["4929000000006", "visa"],
    ["5404000000000001", "master-card"],
    ["2223000010309703", "master-card"],
    ["343434343434343", "american-express"],
    ["30569309025904", "diners-club"],
    ["6011111111111117", "discover"],
    ["3530111333300000", "jcb"],
    ["6200000000000005", "unionpay"],
    ["6304000000000000", "maestro"],
  ])("knows the network of %s, and nothing more", (number, brand) => {
    expect(identifyCard(number)).toEqual({ brand, type: null, corporate: false, prepaid: false });
  });

  test.each(["9999999999999995", "1234567812345670", "0000000000000000"])("does not know %s", (number) => {
    expect(identifyCard(number)).toBeUndefined();
  });

  test("prefers loaded ranges to the public ones, and asks them for 11 digits only", async () => {
    const loaded = vi.fn<LoadedBins>(async () => LOADED);
    expect(await identifyCard("4929000000006000", loaded)).toEqual(LOADED);
    expect(loaded).toHaveBeenCalledExactlyOnceWith("49290000000");
  });

  test("falls back to the public ranges where the loaded ones have nothing", async () => {
    expect(await identifyCard("4929000000006", async () => undefined)).toMatchObject({
      brand: "visa",
      type: null,
    });
  });

  test("lets no loaded range change a test card", async () => {
    const loaded = vi.fn<LoadedBins>(async () => LOADED);
    expect(await identifyCard("4111111111111111", loaded)).toMatchObject({ type: "credit", corporate: true });
    expect(loaded).not.toHaveBeenCalled();
  });
});
