import { expect, test } from "vitest";
import { createClock } from "./clock";

const START = new Date("2026-03-01T12:00:00.000Z");

test("stands still until it is moved", () => {
  const clock = createClock({ standsAt: START });
  expect(clock.now()).toEqual(START);
  clock.advance(90_000);
  expect(clock.now()).toEqual(new Date("2026-03-01T12:01:30.000Z"));
  expect(() => clock.set(START)).toThrow("only moves forward");
});

test("does what falls due on the way, in order, each at its own time", () => {
  const clock = createClock({ standsAt: START });
  const done: string[] = [];
  const note = (what: string) => () => void done.push(`${what} ${clock.now().toISOString().slice(11, 19)}`);
  clock.after(2000, note("second"));
  clock.after(1000, () => {
    note("first")();
    clock.after(1500, note("third"));
    clock.after(60_000, note("too late"));
  });
  clock.after(1000, note("first, asked later"));
  clock.advance(10_000);
  expect(done).toEqual([
    "first 12:00:01",
    "first, asked later 12:00:01",
    "second 12:00:02",
    "third 12:00:02",
  ]);
});

test("forgets what was to come when it is reset", () => {
  const clock = createClock({ standsAt: START });
  clock.after(1, () => expect.unreachable());
  clock.advance(0);
  clock.reset();
  expect(clock.now()).toEqual(START);
  clock.advance(1000);
});

test("is steered once somebody moves it, and until then where it runs by itself is not", () => {
  const clock = createClock();
  expect(clock.isSteered()).toBe(false);
  clock.advance(1000);
  expect(clock.isSteered()).toBe(true);
  expect(clock.now().getTime()).toBeGreaterThanOrEqual(Date.now() + 999);
  clock.reset();
  expect(clock.isSteered()).toBe(false);
});
