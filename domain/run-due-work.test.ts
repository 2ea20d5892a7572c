import { expect, test } from "vitest";
import { runDueWork } from "./run-due-work";

const NOW = new Date("2026-05-01T12:00:00.000Z");

/** Work that has so much to do in each of its rounds. */
function work(...rounds: number[]) {
  const asked: Date[] = [];
  return {
    asked,
    run: async (now: Date) => {
      asked.push(now);
      return rounds[asked.length - 1] ?? 0;
    },
  };
}

test("a run goes on until a round has found nothing, all rounds at one moment", async () => {
  const { asked, run } = work(500, 500, 20);
  expect(await runDueWork(run, NOW)).toBe(1020);
  expect(asked).toEqual([NOW, NOW, NOW, NOW]);
});

test("a run begins no round more once the process is to end", async () => {
  const stop = new AbortController();
  const rounds = work(5, 5, 5);
  const total = await runDueWork(
    async (now) => {
      if (rounds.asked.length === 1) stop.abort();
      return rounds.run(now);
    },
    NOW,
    stop.signal,
  );
  expect(total).toBe(10);
  expect(rounds.asked).toHaveLength(2);
});

test("a round that fails ends the run, and whoever runs it hears of it", async () => {
  const failing = async () => Promise.reject(new Error("no database"));
  await expect(runDueWork(failing, NOW)).rejects.toThrow("no database");
});
