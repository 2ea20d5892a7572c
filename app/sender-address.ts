import { clientAddress } from "@/domain/client-address";

const PEER_HEADER = Symbol.for("exchequer.peerHeader");

/**
 * The address that a page was asked for from, or a form was sent from; null where it cannot be known. Next.js shows
 * no page the connection itself, so server.mjs passes its other end on; under `next start` only proxies can tell
 * (TRUSTED_PROXIES).
 */
export function senderAddress(header: (name: string) => string | null): string | null {
  const peerHeader = (globalThis as { [PEER_HEADER]?: string })[PEER_HEADER];
  const peer = peerHeader === undefined ? null : header(peerHeader);
  return clientAddress((name) => header(name) ?? undefined, peer ?? undefined) ?? null;
}
