import { expect, test, vi } from "vitest";
import { parseBins } from "@/domain/cards/parse-bins";
import { keepFlash } from "../../flash";
import { faultsToTell } from "./faults-to-tell";

vi.stubEnv("EXCHEQUER_SECRET", "s".repeat(32));

test("the faults of the worst table fit into what browsers keep", async () => {
  const parsed = await parseBins(
    `from,to,brand,type,corporate,prepaid,country\n${"x,x,x,x,x,x,x\n".repeat(50)}`,
  );
  const faults = "faults" in parsed ? parsed.faults : [];
  expect(faults).toHaveLength(21);
  const told = faultsToTell(faults);
  expect(told[0]).toMatch(/^Line 2: from: must be 6 to 19 digits/u);
  expect(told.at(-1)).toBe("There are more faults after these.");
  const problems = told.map((text) => ({ field: "table", text }));
  expect(keepFlash("/admin/platform/card-ranges", { problems }, new Date()).length).toBeLessThan(4096);
});

test("few faults are told as they are", () => {
  expect(faultsToTell(["no ranges"])).toEqual(["No ranges"]);
});
