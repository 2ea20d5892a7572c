import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { derivedKey } from "./secrets";

const VERSION = "1";

/** Encrypts what must be read again but never be seen at rest: PSP tokens and credentials (AES-256-GCM). */
export function seal(value: unknown): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", derivedKey("sealed values"), iv);
  const text = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
  return [VERSION, ...[iv, text, cipher.getAuthTag()].map((part) => part.toString("base64url"))].join(".");
}

/** Decrypts a sealed value. Throws when it was altered or sealed under another secret. */
export function unseal(sealed: string): unknown {
  const [version, ...parts] = sealed.split(".");
  const [iv, text, tag] = parts.map((part) => Buffer.from(part, "base64url"));
  if (version !== VERSION || !iv || !text || !tag) throw new Error("Not a sealed value");
  const decipher = createDecipheriv("aes-256-gcm", derivedKey("sealed values"), iv);
  decipher.setAuthTag(tag);
  return JSON.parse(Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8"));
}
