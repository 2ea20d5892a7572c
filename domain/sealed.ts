import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { rootSecret } from "./secrets";

/*
 * An envelope: the value is encrypted with a key of its own, and that key with the sealing key. So the sealing key can
 * be replaced (SEALING_SECRET, with the old one in SEALING_SECRET_PREVIOUS until `npm run reseal` has run) by opening
 * and closing small envelopes, and no sealing key ever encrypts more than keys.
 */
const VERSION = "2";

/** Encrypts what must be read again but never be seen at rest: PSP tokens and credentials (AES-256-GCM). */
export function seal(value: unknown): string {
  const key = randomBytes(32);
  const { id, key: sealing } = currentKey();
  return [VERSION, id, encrypt(sealing, key), encrypt(key, Buffer.from(JSON.stringify(value), "utf8"))].join(
    ".",
  );
}

/** Decrypts a sealed value. Throws when it was altered, or sealed under a secret that is not given any more. */
export function unseal(sealed: string): unknown {
  const { wrapped, text } = open(sealed);
  return JSON.parse(decrypt(wrapped, text).toString("utf8"));
}

/** The same value under the current sealing key; undefined when it is already. */
export function reseal(sealed: string): string | undefined {
  const { id, wrapped, text } = open(sealed);
  const current = currentKey();
  return id === current.id ? undefined : [VERSION, current.id, encrypt(current.key, wrapped), text].join(".");
}

/**
 * The same secrets for a library that encrypts by itself, the current one first: one key of each for this purpose,
 * and a number to tell it by, which says nothing about it.
 */
export function sealingSecrets(purpose: string): { version: number; value: string }[] {
  return sealingTexts().map((secret) => {
    const key = derive(secret, purpose);
    return { version: digestOf(key).readUInt32BE(0), value: key.toString("base64url") };
  });
}

function open(sealed: string): { id: string; wrapped: Buffer; text: string } {
  const [version, id, key, text] = sealed.split(".");
  if (version !== VERSION || id === undefined || key === undefined || text === undefined)
    throw new Error("Not a sealed value");
  const sealing = sealingKeys().find((known) => known.id === id);
  if (!sealing) throw new Error("Sealed under a secret that is not known");
  return { id, wrapped: decrypt(sealing.key, key), text };
}

interface SealingKey {
  /** Told in the envelope; says nothing about the key. */
  readonly id: string;
  readonly key: Buffer;
}

function currentKey(): SealingKey {
  return keyFrom(process.env.SEALING_SECRET || rootSecret());
}

function sealingKeys(): SealingKey[] {
  return sealingTexts().map(keyFrom);
}

/** Each once, the current one first. */
function sealingTexts(): string[] {
  const previous = process.env.SEALING_SECRET_PREVIOUS?.split(",") ?? [];
  // Values sealed before there was a SEALING_SECRET stay readable without naming the root secret again.
  const secrets = [process.env.SEALING_SECRET || rootSecret(), ...previous, rootSecret()];
  return [...new Set(secrets.filter((secret) => secret !== ""))];
}

const keys = new Map<string, SealingKey>();

function keyFrom(secret: string): SealingKey {
  let derived = keys.get(secret);
  if (!derived) {
    const key = derive(secret, "sealed values");
    derived = { key, id: digestOf(key).toString("base64url").slice(0, 8) };
    keys.set(secret, derived);
  }
  return derived;
}

function derive(secret: string, purpose: string): Buffer {
  if (secret.length < 32) throw new Error("A sealing secret must have at least 32 characters");
  return Buffer.from(hkdfSync("sha256", secret, "exchequer", purpose, 32));
}

function digestOf(key: Buffer): Buffer {
  return createHash("sha256").update(key).digest();
}

function encrypt(key: Buffer, plain: Buffer): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64url");
}

function decrypt(key: Buffer, sealed: string): Buffer {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
}
