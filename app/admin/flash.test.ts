import { expect, test } from "vitest";
import { allProblems } from "./flash";

const CHANGED = { field: "main-content", text: "Entry 7 was changed." };
const NO_DATE = { field: "from", text: "Enter a real date to begin with." };

test("what an action has found is said, whether the page itself finds anything or not", () => {
  expect(allProblems({ problems: [] }, { problems: [CHANGED] })).toEqual([CHANGED]);
  expect(allProblems({ problems: [NO_DATE] }, { problems: [CHANGED] })).toEqual([NO_DATE, CHANGED]);
  expect(allProblems({}, {})).toEqual([]);
});

test("what both have found is said once", () => {
  expect(allProblems({ problems: [CHANGED] }, { problems: [CHANGED] })).toEqual([CHANGED]);
});
