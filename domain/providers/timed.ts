import type { Psp } from "@/psp/port";
import { metrics } from "../metrics";

/** An adapter whose every question is timed, with what came of it. */
export function timed(adapter: Psp): Psp {
  return new Proxy(adapter, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== "function" || typeof name !== "string") return member;
      return (...given: unknown[]): unknown => {
        const began = performance.now();
        const answer: unknown = Reflect.apply(member, target, given);
        if (answer instanceof Promise) note(target.name, name, began, answer);
        return answer;
      };
    },
  });
}

function note(provider: string, operation: string, began: number, answer: Promise<unknown>): void {
  const end = (outcome: string) =>
    metrics().provider.observe({ provider, operation, outcome }, (performance.now() - began) / 1000);
  answer.then(
    (given) => end(outcomeOf(given)),
    () => end("threw"),
  );
}

/** An answer says what it is, a snapshot its state. */
function outcomeOf(answer: unknown): string {
  const { is, state } = (answer ?? {}) as { is?: unknown; state?: unknown };
  return typeof is === "string" ? is : typeof state === "string" ? state : "answered";
}
