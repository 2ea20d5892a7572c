import { createHmac } from "node:crypto";

/** How long each code of an authenticator app is shown. */
export const STEP_SECONDS = 30;

/** The six digits of a counter (RFC 4226); for an authenticator app the counter is a step of time (RFC 6238). */
export function hotp(secret: string, counter: number): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac("sha1", secret).update(message).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}
