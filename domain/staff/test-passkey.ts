import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { MadePasskey, UsedPasskey } from "./passkeys";

const [PRESENT, VERIFIED, NEW] = [0x01, 0x04, 0x40];

interface How {
  /** Whether its owner has shown finger, face or PIN. */
  readonly verified?: boolean;
  readonly origin?: string;
}

/** For tests: a device that keeps one passkey, as WebAuthn has it. */
export function testPasskey(site = new URL(process.env.PUBLIC_URL ?? "http://localhost:3000")) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const credentialId = randomBytes(16);
  const id = credentialId.toString("base64url");
  let counter = 0;

  const authenticatorData = (flags: number, more = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE((counter += 1));
    return Buffer.concat([sha256(site.hostname), Buffer.from([flags]), count, more]);
  };
  const client = (type: string, challenge: string, { origin = site.origin }: How) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  return {
    id,
    make(challenge: string, how: How = {}): MadePasskey {
      // COSE: an elliptic curve key (1: 2) for ES256 (3: -7) on P-256 (-1: 1).
      const cose = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ]);
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, 16]), credentialId, cose]);
      const data = authenticatorData(PRESENT | NEW | flagOf(how), credential);
      // CBOR: { fmt: "none", attStmt: {}, authData: data }
      const attestation = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex"),
        Buffer.from([data.length]),
        data,
      ]);
      const clientDataJSON = client("webauthn.create", challenge, how).toString("base64url");
      const response = { clientDataJSON, attestationObject: attestation.toString("base64url") };
      return { id, rawId: id, type: "public-key", response };
    },
    use(challenge: string, how: How = {}): UsedPasskey {
      const data = authenticatorData(PRESENT | flagOf(how));
      const clientData = client("webauthn.get", challenge, how);
      const signature = sign("sha256", Buffer.concat([data, sha256(clientData)]), privateKey);
      const response = {
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
      };
      return { id, rawId: id, type: "public-key", response };
    },
  };
}

function flagOf({ verified = true }: How): number {
  return verified ? VERIFIED : 0;
}

function sha256(text: string | Buffer): Buffer {
  return createHash("sha256").update(text).digest();
}
