import { assert, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { find, LARGEST_DOCUMENT_CHARACTERS, readXml, textOf } from "./read-xml";
import { element, writeDocument, writeXml } from "./xml";

describe("a document", () => {
  test("is read with its attributes, its text and its CDATA", () => {
    const root = readXml(
      `<?xml version="1.0"?><!DOCTYPE a PUBLIC "-//x" "http://dtd.example/a.dtd"><!-- a --><a b='1 &amp; "2"'>` +
        "<c> x &lt;&#65;&#x42; <![CDATA[ <raw> &amp; ]]></c><c/></a>",
    );
    expect(root?.name).toBe("a");
    expect(root?.attributes).toEqual({ b: '1 & "2"' });
    expect(textOf(find(root, "c"))).toBe("x <AB  <raw> &amp;");
    expect(find(root, "c", "d")).toBeUndefined();
  });

  test("comes back as it was written, whatever it says", () => {
    const text = string({ unit: "grapheme", minLength: 1 }).filter((value) => /^[^\r]*$/u.test(value));
    assert(
      property(text, text, (inside, attribute) => {
        const written = writeDocument("M", element("a", { b: attribute }, element("c", {}, inside)));
        const read = find(readXml(written), "a");
        // What XML cannot carry is left out.
        const kept = (value: string) =>
          value.replace(/[^\t\n\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "");
        expect(read?.attributes).toEqual({ b: kept(attribute) });
        expect((find(read, "c")?.children ?? []).filter((child) => typeof child === "string").join("")).toBe(
          kept(inside),
        );
      }),
    );
  });

  test.each([
    ["nothing", ""],
    ["a page", "<!doctype html><html><body><p>Sorry<br></body></html>"],
    ["half of one", "<a><b>"],
    ["two roots", "<a/><b/>"],
    ["text alone", "[OK]"],
    ["JSON", '{"a":1}'],
    ["an entity of its own", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ["entities that grow", '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>'],
    ["a file from elsewhere", '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    ["a parameter entity", '<!DOCTYPE a [<!ENTITY % b SYSTEM "http://x.example/">%b;]><a/>'],
    ["more than Worldpay ever says", `<a>${"x".repeat(LARGEST_DOCUMENT_CHARACTERS)}</a>`],
    ["declarations without end", "<!DOCTYPE".repeat(7000)],
    ["two DTDs", '<!DOCTYPE a SYSTEM "a"><!DOCTYPE a SYSTEM "a"><a/>'],
    ["depths without end", "<a>".repeat(1000) + "</a>".repeat(1000)],
  ])("that is %s is none", (_, text) => {
    expect(readXml(text)).toBeUndefined();
  });

  test.each(["<b/>", "<!DOCTYPE", "<![CDATA[x]]>", "<!-- -->", "&amp;", "<", " ", 'b="c" ', "<?p ?>"])(
    "made of nothing but %j is read or refused without delay",
    (part) => {
      const inside = part.repeat(Math.floor((LARGEST_DOCUMENT_CHARACTERS - 20) / part.length));
      const started = performance.now();
      for (const text of [inside, `<a>${inside}</a>`, `<a ${inside}/>`]) readXml(text);
      expect(performance.now() - started).toBeLessThan(5_000);
    },
  );

  test("names an entity that nobody declared as it stands", () => {
    expect(textOf(readXml("<a>&copy; &toString; &constructor;</a>"))).toBe("&copy; &toString; &constructor;");
  });

  test("cannot reach into objects by the names of its parts", () => {
    const root = readXml("<a><constructor><prototype>x</prototype></constructor></a>");
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    expect(root === undefined || textOf(find(root, "constructor", "prototype")) === "x").toBe(true);
  });
});

test("an element without content is written short", () => {
  expect(writeXml(element("a", { b: undefined, c: 1 }, undefined))).toBe('<a c="1"/>');
});
