import { describe, expect, test } from "vitest";
import { wayBack, wayOn } from "./way-on";

const PAYMENTS = "/admin/accounts/01j00000000000000000000000/payments";

describe("after signing in", () => {
  test.each([
    PAYMENTS,
    `${PAYMENTS}?status=success&reference=a%26b`,
    "/admin",
    "/admin/platform/audit?who=robin%40example.org",
  ])("one comes back to %s", (next) => {
    expect(wayOn(next)).toBe(next);
  });

  test.each([
    "",
    "https://evil.example",
    "https://evil.example/payments",
    "//evil.example",
    "/\\evil.example/admin",
    "\\\\evil.example",
    "javascript:alert(1)",
    "/admin/../docs",
    "/admin/sign-in",
    "/admin/second-factor?next=https://evil.example",
    "/admin/sign-out",
    "/admin/nonsense",
    "/docs",
    "http://[",
  ])("%j leads to the list of services", (next) => {
    expect(wayOn(next)).toBe("/admin");
  });

  test.each([
    ["https://evil.example/admin/your-account?x=1", "/admin/your-account?x=1"],
    ["//evil.example/admin/your-account", "/admin/your-account"],
    ["/admin/your-account\r\nSet-Cookie: a=b", "/admin"],
    ["/admin/find?q=ü", "/admin/find?q=%C3%BC"],
  ])("%j stays on this site", (next, path) => {
    expect(wayOn(next)).toBe(path);
  });
});

describe("the way back", () => {
  test("keeps the filters that were asked for", () => {
    expect(wayBack({ path: PAYMENTS, search: "?status=success" })).toBe(`${PAYMENTS}?status=success`);
    expect(wayBack({ path: PAYMENTS, search: "" })).toBe(PAYMENTS);
  });

  test.each(["?reference=4444333322221111", "?reference=4444%203333%202222%201111"])(
    "carries no card number on: %s",
    (search) => {
      expect(wayBack({ path: PAYMENTS, search })).toBe(PAYMENTS);
    },
  );

  test("leaves behind what is too long for an address", () => {
    expect(wayBack({ path: PAYMENTS, search: `?reference=${"a".repeat(2000)}` })).toBe(PAYMENTS);
  });
});
