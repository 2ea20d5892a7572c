import { expect, it } from "vitest";
import { describeViolation } from "./describe-violation";

const PAYMENT = "01m2kq4v8ra1cde3fgh5jkmnpq";
const TOKEN = "abcdefghij".repeat(5);

const report = {
  directive: "script-src-elem",
  blocked: "inline",
  page: "https://pay.example/card-details/x",
};

it.each([
  [`https://pay.example/card-details/${PAYMENT}?a=1#b`, "/card-details/*"],
  [`https://pay.example/card-details/${PAYMENT}/confirm`, "/card-details/*/confirm"],
  [`https://pay.example/secure/${TOKEN}`, "/secure/*"],
  ["https://pay.example/secure/short", "/secure/*"],
  ["https://pay.example/admin/invitation/short/x", "/admin/invitation/*"],
  [`https://pay.example/${TOKEN}/help`, "/*/help"],
  ["https://name:word@pay.example/help/privacy?lang=cy", "/help/privacy"],
  ["no address", "/*"],
])("the page %s is counted as %s", (page, path) => {
  expect(describeViolation({ ...report, page })?.page).toBe(path);
});

it.each([
  ["inline", "inline"],
  ["https://evil.example/steal.js?card=4242424242424242", "https://evil.example"],
  ["http://user:secret@evil.example:8080/x", "http://evil.example:8080"],
  ["chrome-extension://abcdefghijkl/inject.js", "extension"],
  ["data:text/javascript,alert(1)", "data"],
  ["data", "data"],
  ["javascript:alert(1)", "other"],
  ["4242424242424242", "other"],
])("what was blocked, %s, is counted as %s", (blocked, source) => {
  expect(describeViolation({ ...report, blocked })?.blocked).toBe(source);
});

it("a directive is counted by its name, one that no policy of ours has not at all", () => {
  expect(describeViolation({ ...report, directive: "script-src 'nonce-abc'" })?.directive).toBe("script-src");
  expect(describeViolation({ ...report, directive: "4242424242424242" })).toBeUndefined();
});
