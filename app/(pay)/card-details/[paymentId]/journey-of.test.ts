import { afterEach, expect, test, vi } from "vitest";
import { closeDatabase } from "@/db/client";
import { newId } from "@/domain/new-id";
import { journeyOf } from "./journey-of";

afterEach(async () => {
  await closeDatabase();
  vi.unstubAllEnvs();
});

test("a page whose payment cannot be read leads to one that says so, in words that need no script", async () => {
  vi.stubEnv("DATABASE_URL", "postgres://nobody@127.0.0.1:1/nothing");
  const props = {
    params: Promise.resolve({ paymentId: newId(new Date()) }),
    searchParams: Promise.resolve({}),
  };
  await expect(journeyOf(props, "started")).rejects.toMatchObject({
    digest: expect.stringContaining(";/system-problem;"),
  });
});
