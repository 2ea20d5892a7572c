/** Every number of the specification (section 8), its unit in its name. */
export const LIMITS = {
  paymentLifetimeMinutes: 90,
  captureWindowHours: 120,
  retentionYears: 7,
  requestLogDays: 30,
  notificationDays: 90,

  referenceCharacters: 255,
  descriptionCharacters: 255,
  returnUrlCharacters: 2000,
  emailCharacters: 254,
  cardholderNameCharacters: 255,
  addressLineCharacters: 255,
  cityCharacters: 255,
  postcodeCharacters: 25,
  userIdentifierCharacters: 255,

  metadataKeys: 15,
  metadataKeyCharacters: 30,
  metadataValueCharacters: 100,

  idempotencyKeyCharacters: 255,
  idempotencyKeyHours: 24,

  refundMaximumPence: 10_000_000,
  pageSizeRecords: 500,

  bodyKibibytes: 64,

  journeyCookiePayments: 10,
  captureTries: 26,
  captureRetryMinutes: 60,
  /** How long a PSP that confirms captures later is left in peace before it is asked. */
  captureCheckHours: 48,
  refundRetryMinutes: 5,

  webhookAnswerSeconds: 5,
  /** How long after each failed try the next one comes; after the last there is none. */
  webhookRetrySeconds: [60, 300, 3600, 86_400, 172_800],
  webhookMessageDays: 7,
  /** The same of emails. */
  emailRetrySeconds: [60, 300, 3600, 86_400],
  webhooksPerAccount: 20,
  webhookSecretOverlapHours: 24,

  createPerSecond: 15,
  capturePerSecond: 15,
  otherPostPerSecond: 15,
  getPerSecond: 1000,
  unknownTokenPerSecond: 15,
  cardLookUpsPerPayment: 20,

  policyReportDays: 90,
  policyReportKibibytes: 16,
  policyReportsPerPost: 20,
  policyReportPostsPerSecond: 10,
  /** What differs in directive, source or page; beyond that many all else is counted together. */
  policyReportKinds: 500,

  /** A table of issuers’ ranges that is sent by a form; the command line takes any. */
  cardRangesKibibytes: 8192,

  logoKibibytes: 100,
  logoLeastPixels: 16,
  logoMostPixels: 2000,
} as const;

/**
 * When the cards tried by one address, with one number, of one issuer or at one account look like card testing.
 * Generous: an office of two hundred that pays from one address within the hour meets none of them, nor does
 * somebody who pays fifty bills with one card.
 */
export const CARD_TESTING = {
  /** Counters begin anew this long after their first try, unless a delay is running. */
  windowMinutes: 60,
  /** The first delay; each try beyond doubles it, up to the longest. */
  shortestDelaySeconds: 60,
  longestDelayMinutes: 60,
  /**
   * `tries`: however they end. `declines`: at least so many, and at least this share of all tries. With the
   * account's own breaker open (many declines in all), the others' numbers are divided by `onGuardDivisor`.
   */
  address: { tries: 300, declines: 20, declinedShare: 0.4 },
  card: { tries: 60, declines: 8, declinedShare: 0.5 },
  issuer: { tries: Infinity, declines: 15, declinedShare: 0.7 },
  account: { tries: Infinity, declines: 60, declinedShare: 0.5 },
  onGuardDivisor: 4,
  /** Trouble this soon after the last is the same episode, and the same alert. */
  episodeMinutes: 120,
} as const;
