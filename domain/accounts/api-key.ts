import { randomBytes } from "node:crypto";
import { base32, macOf, sameSecret } from "../secrets";

const RANDOM_CHARACTERS = 26;
const CHECKSUM_CHARACTERS = 8;
const FORM = /^(api_(?:test|live)_[a-z2-7]{26})([a-z2-7]{8})$/u;

/** A new key for a test or live account (D28); only its hash is ever stored. */
export function mintApiKey(live: boolean): string {
  const body = `api_${live ? "live" : "test"}_${base32(randomBytes(17), RANDOM_CHARACTERS)}`;
  return body + checksumOf(body);
}

/** Whether prefix, form and checksum are right: checked before any look-up, and by secret scanners. */
export function isWellFormedApiKey(key: string): boolean {
  const [, body, checksum] = FORM.exec(key) ?? [];
  return body !== undefined && checksum !== undefined && sameSecret(checksum, checksumOf(body));
}

/** What is stored of a key. */
export function hashApiKey(key: string): string {
  return macOf("api key hash", key).toString("base64url");
}

function checksumOf(body: string): string {
  return base32(macOf("api key checksum", body), CHECKSUM_CHARACTERS);
}
