import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { reseal, seal, unseal } from "./sealed";

const ROOT = "a root secret that only the tests know";
const [OLD, NEW] = ["the old sealing secret is long enough", "the new sealing secret is long enough"];

beforeEach(() => vi.stubEnv("EXCHEQUER_SECRET", ROOT));
afterEach(() => vi.unstubAllEnvs());

describe("a sealed value", () => {
  test("comes back as it was, and looks different each time", () => {
    const value = { secretKey: "sk_test_1", nested: [1, "Pâyer"] };
    expect(unseal(seal(value))).toEqual(value);
    expect(seal(value)).not.toBe(seal(value));
    expect(seal(value)).not.toContain("sk_test_1");
  });

  test("that was altered anywhere is not opened", () => {
    const sealed = seal({ token: "t" });
    for (let at = 2; at < sealed.length; at += 7) {
      const letter = sealed[at] === "A" ? "B" : "A";
      if (sealed[at] === ".") continue;
      expect(() => unseal(sealed.slice(0, at) + letter + sealed.slice(at + 1))).toThrow(
        /seal|authenticate|Sealed|JSON|tag/iu,
      );
    }
    for (const none of ["", "1.a.b.c", "2.a", sealed.split(".").slice(0, 3).join(".")]) {
      expect(() => unseal(none)).toThrow("Not a sealed value");
    }
  });

  test("is readable while its secret is the current or a previous one, and no longer", () => {
    vi.stubEnv("SEALING_SECRET", OLD);
    const sealed = seal("value");
    vi.stubEnv("SEALING_SECRET", NEW);
    vi.stubEnv("SEALING_SECRET_PREVIOUS", OLD);
    expect(unseal(sealed)).toBe("value");
    vi.stubEnv("SEALING_SECRET_PREVIOUS", "");
    expect(() => unseal(sealed)).toThrow("not known");
  });

  test("moves to the current secret, after which the old one can be forgotten", () => {
    const first = seal("value");
    vi.stubEnv("SEALING_SECRET", NEW);
    const moved = reseal(first) ?? "";
    expect(reseal(moved)).toBeUndefined();
    vi.stubEnv("EXCHEQUER_SECRET", "another root secret that nobody knows");
    expect(unseal(moved)).toBe("value");
    expect(() => unseal(first)).toThrow("not known");
  });

  test("needs a secret of some length", () => {
    vi.stubEnv("SEALING_SECRET", "short");
    expect(() => seal("value")).toThrow("32 characters");
  });
});
