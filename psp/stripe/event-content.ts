import type { PspEvent } from "../port";

type Content<T> = T extends unknown ? Omit<T, "dedupeKey" | "happenedAt"> : never;

/** What an event says, without which event it is. */
export type EventContent = Content<PspEvent>;

export function ignored(why: string): EventContent {
  return { type: "ignored", why };
}
