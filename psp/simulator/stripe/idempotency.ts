import { createHash } from "node:crypto";
import type { Answer, SimulatedRequest } from "../protocol";
import type { Books } from "./books";
import { Refusal } from "./refusal";

const KEPT = 24 * 3_600_000;

/** The answer that was given under this key before, if it was; refused when it was to something else. */
export function recall(books: Books, request: SimulatedRequest, now: Date): Answer | undefined {
  const key = request.header("idempotency-key");
  if (key === undefined || request.method !== "POST") return undefined;
  const remembered = books.remembered.get(key);
  if (!remembered || remembered.until <= now.getTime()) return undefined;
  if (remembered.fingerprint !== fingerprintOf(request))
    throw new Refusal(400, {
      type: "idempotency_error",
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  return { ...remembered.answer, headers: { ...remembered.answer.headers, "idempotent-replayed": "true" } };
}

export function remember(books: Books, request: SimulatedRequest, answer: Answer, now: Date): void {
  const key = request.header("idempotency-key");
  if (key === undefined || request.method !== "POST") return;
  books.remembered.set(key, { fingerprint: fingerprintOf(request), answer, until: now.getTime() + KEPT });
}

/** Without what makes a card: even as a hash it is not kept. */
function fingerprintOf({ path, body }: SimulatedRequest): string {
  const form = new URLSearchParams(body);
  for (const secret of ["card[number]", "card[cvc]"]) form.delete(secret);
  return createHash("sha256").update(`${path}\n${form.toString()}`).digest("base64");
}
