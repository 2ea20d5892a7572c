import { expect, test } from "vitest";
import {
  formatClock,
  formatDate,
  formatListed,
  formatLogged,
  formatMoment,
  formatMonth,
  formatWeekday,
} from "./format";

test("moments are told as clocks in the United Kingdom show them, in winter and in summer", () => {
  const winter = new Date("2026-03-01T15:05:09Z");
  expect(formatMoment(winter)).toBe("1 March 2026 at 15:05:09 GMT");
  expect(formatListed(winter)).toBe("1 Mar 2026, 15:05");
  expect(formatLogged(winter)).toBe("1 Mar 2026, 15:05:09");
  const lateInSummer = new Date("2026-06-30T23:30:00Z");
  expect(formatMoment(lateInSummer)).toBe("1 July 2026 at 00:30:00 BST");
  expect(formatClock(lateInSummer)).toBe("00:30:00");
  expect(formatWeekday(lateInSummer)).toBe("Wednesday, 1 July 2026");
});

test("days and months stay those that they are", () => {
  expect(formatDate("2026-06-30")).toBe("30 June 2026");
  expect(formatDate("2026-01-01")).toBe("1 January 2026");
  expect(formatMonth("2026-01")).toBe("January 2026");
});
