import { expect, test } from "vitest";
import { isInside, networkOf } from "./network-of";

test("an IPv4 address stands by itself, an IPv6 address for its whole network", () => {
  expect(networkOf("192.0.2.1")).toBe("192.0.2.1");
  expect(networkOf("::ffff:192.0.2.1")).toBe("192.0.2.1");
  expect(networkOf("2001:db8:1:2:3:4:5:6")).toBe(networkOf("2001:db8:1:2::1"));
  expect(networkOf("2001:db8:1:2::1")).not.toBe(networkOf("2001:db8:1:3::1"));
  expect(networkOf("nonsense")).toBeNull();
});

test("somebody's own network is told from the internet", () => {
  for (const address of ["127.0.0.1", "::1", "10.1.2.3", "::ffff:10.1.2.3", "fd00::1", "100.64.0.1"])
    expect([address, isInside(address)]).toEqual([address, true]);
  for (const address of ["198.51.100.1", "2001:db8::1", "nonsense", null])
    expect([address, isInside(address)]).toEqual([address, false]);
});
