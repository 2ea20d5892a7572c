import type { pspNotifications } from "@/db/schema";

/** What a PSP told: its row in the inbox. */
export type Notification = typeof pspNotifications.$inferSelect;

/**
 * What became of a notification: done with, or to be looked at again because what it speaks of is not there yet
 * or is just being decided by somebody else.
 */
export type Handled = "done" | { notYet: string };
