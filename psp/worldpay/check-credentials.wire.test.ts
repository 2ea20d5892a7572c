import { describe, expect, test } from "vitest";
import { demoCredentials } from "../simulator/worldpay/demo-credentials";
import { closedPort, command, psp, simulator, under, withSimulator } from "./test-over-the-wire";

withSimulator();

describe("credentials", () => {
  const wrong = { ...demoCredentials("").oneOff, password: "wrong" };
  const swapped = { ...demoCredentials("").oneOff, merchantCode: "SIMRECURRINGCIT" };

  test.each([
    ["as they should be", {}, { is: "good" }],
    [
      "with a wrong password",
      { recurringMerchantInitiated: wrong },
      { is: "bad", why: /password of SIMONEOFF/u },
    ],
    [
      "with another's merchant code",
      { oneOff: swapped },
      { is: "bad", why: /merchant code SIMRECURRINGCIT/u },
    ],
    [
      "with another key for 3DS Flex",
      {
        threeDsFlex: {
          ...demoCredentials("").threeDsFlex,
          jwtMacKey: "51c0ffee-0000-4000-8000-00000000dead",
        },
      },
      { is: "bad", why: /3DS Flex/u },
    ],
    ["in another form", { oneOff: undefined }, { is: "bad", why: /oneOff/u }],
  ])("%s are found out", async (_, changes, verdict) => {
    const found = await psp.checkCredentials?.({ ...demoCredentials(simulator.url), ...changes }, false);
    expect(found?.is).toBe(verdict.is);
    if ("why" in verdict && found?.is === "bad") expect(found.why).toMatch(verdict.why);
  });

  test("cannot be judged where nobody answers", async () => {
    const apiBase = await closedPort();
    expect(await psp.checkCredentials?.(demoCredentials(apiBase), false)).toMatchObject({ is: "unknown" });
  });

  test("that are wrong are a fault of every call, and prove that nothing was done", async () => {
    const context = under({ oneOff: wrong });
    expect(await psp.authorise(context, command())).toMatchObject({ is: "error", reason: "http_401" });
    expect(await psp.refund(context, "x-o1", "refund", 1)).toMatchObject({
      is: "rejected",
      reason: "http_401",
    });
    const stranger = under({ oneOff: swapped });
    expect(await psp.authorise(stranger, command())).toMatchObject({
      is: "error",
      reason: "worldpay_error_4",
    });
  });
});
