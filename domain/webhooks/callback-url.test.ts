import { afterEach, describe, expect, test, vi } from "vitest";
import { isPublicAddress, whyNotCallable } from "./callback-url";
import { sendMessage } from "./send-message";

const LIVE = { live: true };
const TEST = { live: false };

/** A name server that knows these addresses for every name. */
const resolving =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

describe("an address", () => {
  test.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "198.18.0.1",
    "::",
    "::1",
    "fe80::1",
    "fc00::1",
    "fd00:ec2::254",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:db8::1",
    "not an address",
  ])("%s is not public", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(["93.184.215.14", "2a00:1450:4009:81f::200e", "::ffff:93.184.215.14"])(
    "%s is public",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe("a live account's URL", () => {
  const why = async (url: string, ...addresses: string[]) =>
    (await whyNotCallable(LIVE, url, resolving(...addresses)))?.refused;

  test("is https, with a name that leads out into the internet and nowhere else", async () => {
    expect(await why("https://receiver.example/hook", "93.184.215.14")).toBeUndefined();
    expect(await why("http://receiver.example/hook", "93.184.215.14")).toBe("callbackUrlNotHttps");
    expect(await why("https://receiver.example/hook", "10.0.0.1")).toBe("callbackUrlPrivate");
    expect(await why("https://receiver.example/hook", "93.184.215.14", "10.0.0.1")).toBe(
      "callbackUrlPrivate",
    );
    expect(await why("https://receiver.example/hook")).toBe("callbackUrlUnknown");
  });

  test.each([
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:a00:1]/",
    "https://169.254.169.254/latest/meta-data/",
  ])("is not %s, however it is written", async (url) => {
    expect(await why(url, "93.184.215.14")).toBe("callbackUrlPrivate");
  });
});

describe("a test account's URL", () => {
  afterEach(() => vi.unstubAllEnvs());

  test("may be http and private", async () => {
    for (const url of ["http://127.0.0.1:4000/hook", "http://localhost/", "https://10.0.0.1/"])
      expect(await whyNotCallable(TEST, url, resolving("127.0.0.1"))).toBeUndefined();
  });

  test.each(["127.0.0.1", "::1", "::ffff:127.0.0.1", "169.254.169.254", "fe80::1", "0.0.0.0", "::"])(
    "may not be on the machine of a server that people reach by TLS, such as %s",
    async (address) => {
      vi.stubEnv("PUBLIC_URL", "https://pay.example");
      const callbackUrl = "http://receiver.example/hook";
      expect(await whyNotCallable(TEST, callbackUrl, resolving(address))).toMatchObject({
        refused: "callbackUrlPrivate",
      });
      // Nor may it lead there later.
      const sent = await sendMessage({ callbackUrl, live: false }, {}, "{}", resolving(address));
      expect(sent).toEqual({ failure: "an address of this machine" });
    },
  );

  test("may be in the network around that server", async () => {
    vi.stubEnv("PUBLIC_URL", "https://pay.example");
    const callbackUrl = "http://receiver.example/hook";
    for (const address of ["10.0.0.1", "fd00::1", "93.184.215.14"])
      expect(await whyNotCallable(TEST, callbackUrl, resolving(address))).toBeUndefined();
  });
});

describe("any URL", () => {
  test.each(["", "hook", "/hook", "ftp://a.example/", "file:///etc/passwd", "https://user:pw@a.example/"])(
    "that is '%s' is no address to send to",
    async (url) => {
      for (const account of [LIVE, TEST])
        expect(await whyNotCallable(account, url, resolving("93.184.215.14"))).toMatchObject({
          refused: "callbackUrlInvalid",
        });
    },
  );
});
