import { assert, property, uint8Array } from "fast-check";
import { expect, test } from "vitest";
import { readRaster } from "./read-raster";
import { testPng } from "./test-pictures";

const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");
const riff = (rest: string) => hex(`52494646 00000000 57454250 ${rest}`);

test("a PNG's size stands in its header", () => {
  expect(readRaster(testPng(120, 40))).toEqual({ mediaType: "image/png", width: 120, height: 40 });
});

test("a JPEG's size stands in its frame, behind whatever comes first", () => {
  const [start, app0] = ["ffd8", "ffe0 0010 4a46494600010100000100010000"];
  const table = "ffdb 0004 0000";
  for (const frame of ["ffc0", "ffc2"]) {
    const bytes = hex(`${start} ${app0} ${table} ${frame} 0011 08 0028 0078 03`);
    expect(readRaster(bytes)).toEqual({ mediaType: "image/jpeg", width: 120, height: 40 });
  }
});

test("a WebP's size stands where its kind has it", () => {
  const size = { mediaType: "image/webp", width: 120, height: 40 };
  expect(readRaster(riff("56503820 00000000 000000 9d012a 7800 2800"))).toEqual(size);
  const lossless = (((40 - 1) << 14) | (120 - 1)).toString(16).padStart(8, "0");
  const little = Buffer.from(lossless, "hex").reverse().toString("hex");
  expect(readRaster(riff(`5650384c 00000000 2f ${little}`))).toEqual(size);
  expect(readRaster(riff("56503858 0a000000 00000000 770000 270000"))).toEqual(size);
});

test.each([
  ["a moving WebP", riff("56503858 0a000000 02000000 770000 270000")],
  ["a moving PNG", testPng(120, 40, { moving: true })],
  ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ["a page", Buffer.from("<!doctype html><script>alert(1)</script>")],
  ["a GIF", Buffer.from("GIF89a0000")],
  ["a PNG that ends early", testPng(120, 40).subarray(0, 20)],
  ["a PNG without an image", testPng(120, 40).subarray(0, 33)],
  ["a JPEG without a frame", hex("ffd8 ffe0 0010 4a46494600010100000100010000")],
  ["nothing", Buffer.alloc(0)],
])("%s is no logo", (_, bytes) => expect(readRaster(bytes)).toBeUndefined());

test("whatever bytes come, it neither fails nor goes on for ever", () => {
  const starts = [testPng(9, 9), hex("ffd8ff"), riff("56503820"), riff("56503858"), Buffer.alloc(0)];
  assert(
    property(uint8Array({ maxLength: 200 }), (bytes) => {
      for (const start of starts) readRaster(Buffer.concat([start, bytes]));
      for (const start of starts) readRaster(Buffer.concat([start.subarray(0, bytes.length), bytes]));
    }),
  );
});
