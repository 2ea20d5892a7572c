import { afterEach, expect, test, vi } from "vitest";
import { clientAddress } from "./client-address";

afterEach(() => vi.unstubAllEnvs());

const PEER = "10.0.0.7";
const forwarded = (value: string) => clientAddress((name) => ({ "x-forwarded-for": value })[name], PEER);

test("nobody is believed about where they come from but proxies that were told of", () => {
  expect(forwarded("198.51.100.1")).toBe(PEER);
  vi.stubEnv("TRUSTED_PROXIES", "1");
  expect(forwarded("203.0.113.9, 198.51.100.1")).toBe("198.51.100.1");
  vi.stubEnv("TRUSTED_PROXIES", "2");
  expect(forwarded("203.0.113.9, 198.51.100.1")).toBe("203.0.113.9");
  expect(forwarded("198.51.100.1")).toBe(PEER);
});

test.each([
  ["198.51.100.1:50123", "198.51.100.1"],
  ["[2001:db8::1]:50123", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:db8::1", "2001:db8::1"],
  ["::ffff:198.51.100.1", "198.51.100.1"],
  ["[::FFFF:198.51.100.1]:50123", "198.51.100.1"],
  ["", PEER],
])("an address that a proxy writes as '%s' is %s", (written, address) => {
  vi.stubEnv("TRUSTED_PROXIES", "1");
  expect(forwarded(written)).toBe(address);
});

test("an IPv4 address is the same whichever kind of socket it has come to", () => {
  const from = (socketAddress: string | undefined) => clientAddress(() => undefined, socketAddress);
  expect(from("::ffff:192.0.2.1")).toBe("192.0.2.1");
  expect(from("192.0.2.1")).toBe("192.0.2.1");
  expect(from("::ffff:0:1")).toBe("::ffff:0:1");
  expect(from("::1")).toBe("::1");
  expect(from(undefined)).toBeUndefined();
});
