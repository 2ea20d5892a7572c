import { expect, test } from "vitest";
import { allTogether, createClock } from "./clock";

const START = new Date("2026-03-01T12:00:00.000Z");

test("stands still until it is moved", () => {
  const clock = createClock({ standsAt: START }, () => {});
  expect(clock.now()).toEqual(START);
  clock.advance(90_000);
  expect(clock.now()).toEqual(new Date("2026-03-01T12:01:30.000Z"));
  expect(() => clock.set(START)).toThrow("only moves forward");
});

test("rings for what falls due on the way, in order, each at its own time", () => {
  const done: string[] = [];
  const clock = createClock({ standsAt: START }, (what) => {
    done.push(`${String(what)} ${clock.now().toISOString().slice(11, 19)}`);
    if (what !== "first") return;
    clock.after(1500, "third");
    clock.after(60_000, "too late");
  });
  clock.after(2000, "second");
  clock.after(1000, "first");
  clock.after(1000, "first, asked later");
  clock.advance(10_000);
  expect(done).toEqual([
    "first 12:00:01",
    "first, asked later 12:00:01",
    "second 12:00:02",
    "third 12:00:02",
  ]);
});

test("goes on where another has been, as far ahead as that was, with what was to come", () => {
  const before = createClock({}, () => {});
  before.advance(86_400_000);
  before.after(1000, "later");
  const rung: unknown[] = [];
  const clock = createClock({}, (what) => void rung.push(what));
  clock.restore(structuredClone(before.keep()));
  expect(clock.isSteered()).toBe(true);
  expect(Math.abs(clock.now().getTime() - before.now().getTime())).toBeLessThan(500);
  clock.advance(1000);
  expect(rung).toEqual(["later"]);
});

test("forgets what was to come when it is reset", () => {
  const clock = createClock({ standsAt: START }, () => expect.unreachable());
  clock.after(1, "never");
  clock.advance(0);
  clock.reset();
  expect(clock.now()).toEqual(START);
  clock.advance(1000);
});

test("is steered once somebody moves it, and until then where it runs by itself is not", () => {
  const clock = createClock({}, () => {});
  expect(clock.isSteered()).toBe(false);
  clock.advance(1000);
  expect(clock.isSteered()).toBe(true);
  expect(clock.now().getTime()).toBeGreaterThanOrEqual(Date.now() + 999);
  clock.reset();
  expect(clock.isSteered()).toBe(false);
});

test("moves for everybody at once, but for whoever is ahead already", () => {
  const [one, other] = [
    createClock({ standsAt: START }, () => {}),
    createClock({ standsAt: START }, () => {}),
  ];
  const all = allTogether([one, other]);
  one.advance(60_000);
  expect(all.now()).toEqual(one.now());
  all.set(new Date(START.getTime() + 30_000));
  expect([one, other].map((clock) => clock.now().getTime() - START.getTime())).toEqual([60_000, 30_000]);
  all.advance(1000);
  expect([one, other].map((clock) => clock.now().getTime() - START.getTime())).toEqual([61_000, 31_000]);
  expect(() => all.set(START)).toThrow("only moves forward");
});
