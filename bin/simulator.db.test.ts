import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runningSimulator, startSimulator } from "./simulator.mjs";

test(
  "two servers in one folder share a simulator, which ends with the last of them",
  { timeout: 60_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "exchequer-simulator-"));
    const first = await startSimulator(folder);
    const second = await startSimulator(folder);
    expect(second.url).toBe(first.url);
    await second.stop();
    expect(await runningSimulator(folder)).toBe(first.url);
    await first.stop();
    await expect.poll(async () => runningSimulator(folder)).toBeUndefined();
    await rm(folder, { recursive: true });
  },
);
