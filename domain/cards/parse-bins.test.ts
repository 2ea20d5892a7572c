import { describe, expect, test } from "vitest";
import { parseBins } from "./parse-bins";

const HEADER = "from,to,brand,type,corporate,prepaid,country\n";

describe("parseBins", () => {
  test("reads bounds of any length as all cards that begin so", async () => {
    const rows =
      "411111,411112,visa,debit,true,false,GB\r\n5100000000000000000,5100009999999999999,master-card,,false,true,\r\n";
    expect(await parseBins(`\uFEFF${HEADER}${rows}`)).toEqual({
      ranges: [
        {
          from: 41111100000,
          to: 41111299999,
          brand: "visa",
          type: "debit",
          corporate: true,
          prepaid: false,
          country: "GB",
        },
        {
          from: 51000000000,
          to: 51000099999,
          brand: "master-card",
          type: null,
          corporate: false,
          prepaid: true,
        },
      ],
    });
  });

  test("finds columns by name", async () => {
    const csv =
      "country,prepaid,corporate,type,brand,to,from,bank\nGB,false,false,credit,jcb,353000,352900,Ours\n";
    expect(await parseBins(csv)).toMatchObject({
      ranges: [{ brand: "jcb", from: 35290000000, to: 35300099999 }],
    });
  });

  test("names every line that is wrong, and what is wrong with it", async () => {
    const csv = [
      "4111,411111,visa,credit,false,false,GB",
      "411111,411110,visa,credit,false,false,GB",
      "4111111111110001,4111111111199999,visa,credit,false,false,GB",
      "411111,411111,Visa,prepaid,yes,,gb",
      "411111",
    ].join("\n");
    const parsed = await parseBins(HEADER + csv);
    expect("faults" in parsed && parsed.faults).toEqual([
      "line 2: from: must be 6 to 19 digits",
      "line 3: from is above to",
      "line 4: from: may only have 0s after its 11th digit",
      expect.stringMatching(/^line 5: brand: .*; type: .*; corporate: .*; prepaid: .*; country: /),
      expect.stringMatching(/^line 6: to: /),
    ]);
  });

  test("stops telling after twenty lines", async () => {
    const parsed = await parseBins(HEADER + "x\n".repeat(100));
    expect("faults" in parsed && parsed.faults).toHaveLength(21);
  });

  test.each([
    ["", "line 1: no column from, to, brand, type, corporate, prepaid, country"],
    ["from,to,brand,type,corporate,prepaid\n", "line 1: no column country"],
    [HEADER, "no ranges"],
  ])("refuses a table without columns or ranges: %j", async (csv, fault) => {
    expect(await parseBins(csv)).toEqual({ faults: [fault] });
  });
});
