import { expect, test } from "vitest";
import { parseUrl } from "./parse-url";

test("a URL is one however many were looked at before it, also with letters beyond ASCII", () => {
  for (let each = 0; each < 200_000; each += 1) parseUrl(`https://a.example/${each % 10}`);
  expect(parseUrl("https://münchen.example/ß?q=ü")?.href).toBe(
    "https://xn--mnchen-3ya.example/%C3%9F?q=%C3%BC",
  );
});

test("what is no URL is none, and a relative one is one where it has something to be relative to", () => {
  expect(["", "/paid", "https://", "http://a b"].map((text) => parseUrl(text))).toEqual(
    Array(4).fill(undefined),
  );
  expect(parseUrl("/paid", "https://a.example")?.href).toBe("https://a.example/paid");
});
