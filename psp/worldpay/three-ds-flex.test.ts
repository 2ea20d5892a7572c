import { jwtVerify } from "jose";
import { expect, test } from "vitest";
import { endpointsOf } from "./endpoints";
import { NOW, RETURN_URL, testCredentials, under } from "./test-worldpay";
import { challengeOf, deviceCheck } from "./three-ds-flex";
import { WorldpayCredentials } from "./credentials";

const credentials = testCredentials();
const { issuer, orgUnitId, jwtMacKey } = credentials.threeDsFlex;
const key = new TextEncoder().encode(jwtMacKey);
const at = { currentDate: NOW, issuer, algorithms: ["HS256"] };
const issuedAt = NOW.getTime() / 1000;

test("the device check's token has exactly the claims that are asked for, and lives as long as a payment", async () => {
  const { url, fields } = deviceCheck(under(credentials));
  expect(url).toBe("https://secure-test.worldpay.com/shopper/3ds/ddc.html");
  const { payload, protectedHeader } = await jwtVerify(fields.JWT, key, at);
  expect(protectedHeader).toEqual({ typ: "JWT", alg: "HS256" });
  expect(payload).toEqual({
    jti: expect.stringMatching(/^[0-9a-f-]{36}$/u),
    iat: issuedAt,
    iss: issuer,
    OrgUnitId: orgUnitId,
    exp: issuedAt + 90 * 60,
  });
  expect(deviceCheck(under(credentials)).fields.JWT).not.toBe(fields.JWT);
});

test("the challenge's token carries the bank's page and the way back", async () => {
  const reply = {
    is: "challenge",
    orderCode: "x",
    acsUrl: "https://acs.example",
    payload: "p",
    transactionId: "t",
  } as const;
  const challenge = challengeOf(under(credentials), reply, RETURN_URL);
  if (challenge.via !== "post") throw new Error("Not a form");
  const { payload } = await jwtVerify(challenge.fields.JWT ?? "", key, at);
  expect(payload).toEqual({
    jti: expect.any(String),
    iat: issuedAt,
    iss: issuer,
    OrgUnitId: orgUnitId,
    ReturnUrl: RETURN_URL,
    ObjectifyPayload: true,
    Payload: { ACSUrl: "https://acs.example", Payload: "p", TransactionId: "t" },
  });
});

test("live payments go to Worldpay whatever the credentials say", () => {
  const elsewhere = { apiBase: "http://127.0.0.1:4204" };
  expect(endpointsOf(elsewhere, true).gateway).toMatch(/^https:\/\/secure\.worldpay\.com\//u);
  expect(endpointsOf(elsewhere, false).gateway).toBe(
    "http://127.0.0.1:4204/jsp/merchant/xml/paymentService.jsp",
  );
  expect(endpointsOf({}, false).gateway).toMatch(/^https:\/\/secure-test\.worldpay\.com\//u);
});

test.each([
  ["http://example.com", false],
  ["http://127.0.0.1.example.com", false],
  ["ftp://127.0.0.1", false],
  ["nonsense", false],
  ["https://example.com", true],
  ["http://localhost:4204", true],
  ["http://[::1]:4204", true],
])("payments may go to %s: %s", (apiBase, allowed) => {
  expect(WorldpayCredentials.safeParse({ ...credentials, apiBase }).success).toBe(allowed);
});

test.each([
  [{ issuer: "5BD9E0E4444DCE153428C940" }],
  [{ orgUnitId: "5bd9b55e4444761ac0af1c8" }],
  [{ jwtMacKey: "FA2DAEE2-1fbb-45ff-4444-52805d5cd9e0" }],
])("credentials of 3DS Flex in another form than Worldpay's are not taken: %o", (changes) => {
  const threeDsFlex = { ...credentials.threeDsFlex, ...changes };
  expect(WorldpayCredentials.safeParse({ ...credentials, threeDsFlex }).success).toBe(false);
});

test("settings that nobody made are off", () => {
  const { settings: _, ...rest } = credentials;
  expect(new Set(Object.values(WorldpayCredentials.parse(rest).settings))).toEqual(new Set([false]));
});
