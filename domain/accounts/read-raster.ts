/** A picture as its own header describes it. */
export interface Raster {
  mediaType: "image/png" | "image/jpeg" | "image/webp";
  /** In pixels. */
  width: number;
  height: number;
}

const PNG = "89504e470d0a1a0a";

/**
 * What kind of picture bytes are, whatever their sender calls them, and how large. Undefined for anything but a
 * still PNG, JPEG or WebP: pictures that carry script (SVG) or move have no place on a payment page.
 */
export function readRaster(bytes: Buffer): Raster | undefined {
  try {
    if (bytes.toString("hex", 0, 8) === PNG) return readPng(bytes);
    if (bytes.readUInt16BE(0) === 0xffd8) return readJpeg(bytes);
    if (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP")
      return readWebp(bytes);
  } catch (error) {
    // It ends before its header does.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

function readPng(bytes: Buffer): Raster | undefined {
  if (bytes.toString("latin1", 12, 16) !== "IHDR") return undefined;
  for (let at = 8; ; at += 12 + bytes.readUInt32BE(at)) {
    const chunk = bytes.toString("latin1", at + 4, at + 8);
    if (chunk === "acTL") return undefined;
    if (chunk === "IDAT")
      return { mediaType: "image/png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
}

/** Markers of frame headers: C0 to CF but for tables (C4), JPEG extensions (C8) and arithmetic conditioning (CC). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function readJpeg(bytes: Buffer): Raster | undefined {
  for (let at = 2; bytes.readUInt8(at) === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt8(at + 1);
    if (isFrame(marker))
      return {
        mediaType: "image/jpeg",
        width: bytes.readUInt16BE(at + 7),
        height: bytes.readUInt16BE(at + 5),
      };
  }
  return undefined;
}

function readWebp(bytes: Buffer): Raster | undefined {
  const size = (width: number, height: number): Raster => ({ mediaType: "image/webp", width, height });
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8 ":
      return size(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case "VP8X": {
      const moves = (bytes.readUInt8(20) & 2) !== 0;
      return moves ? undefined : size(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
    }
    default:
      return undefined;
  }
}
