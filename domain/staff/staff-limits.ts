/** How long and how often, for people who sign in. */
export const STAFF_LIMITS = {
  /** A session ends after this long without use … */
  idleMinutes: 30,
  /** … and after this long in any case. */
  sessionHours: 12,
  /** A second factor proved this recently need not be proved again for what asks for it twice. */
  stepUpMinutes: 5,
  invitationDays: 7,
  resetMinutes: 60,
  /** Passkeys of one person. */
  passkeys: 10,
  /** Tries for an email address before there is a wait, and for a client address. */
  freeTriesByEmail: 5,
  freeTriesByAddress: 50,
  /** The first wait; each one after it is twice as long, up to the longest. */
  firstWaitSeconds: 15,
  longestWaitSeconds: 900,
  /** After a day without failures, counting starts afresh. */
  triesHours: 24,
} as const;
