import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** One key per purpose, all derived from EXCHEQUER_SECRET: none of them can stand in for another. */
type Purpose =
  | "api key hash"
  | "api key checksum"
  | "next url"
  | "one-time token"
  | "journey cookie"
  | "form token"
  | "card attempts"
  | "staff sign-in"
  | "staff link"
  | "sign-in tries"
  | "audit chain";

const keys = new Map<Purpose, Buffer>();

/** The 32-byte key of a purpose. Throws when EXCHEQUER_SECRET is missing or short. */
export function derivedKey(purpose: Purpose): Buffer {
  let key = keys.get(purpose);
  if (!key) {
    key = Buffer.from(hkdfSync("sha256", rootSecret(), "exchequer", purpose, 32));
    keys.set(purpose, key);
  }
  return key;
}

/** HMAC-SHA-256 of a text under a purpose's key. */
export function macOf(purpose: Purpose, text: string): Buffer {
  return createHmac("sha256", derivedKey(purpose)).update(text).digest();
}

/** Whether two texts are equal, in a time that does not tell where they differ. */
export function sameSecret(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

/** The first `characters` of RFC 4648 base32, lower case; five bits each. */
export function base32(bytes: Uint8Array, characters: number): string {
  let text = "";
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5 && text.length < characters) {
      bits -= 5;
      text += BASE32[(value >> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return text;
}

/** EXCHEQUER_SECRET itself; throws when it is missing or short. */
export function rootSecret(): string {
  const secret = process.env.EXCHEQUER_SECRET;
  if (!secret || secret.length < 32) {
    throw new Error("EXCHEQUER_SECRET must be set to at least 32 characters");
  }
  return secret;
}
