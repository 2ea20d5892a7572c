/** Every number of the specification (section 8), its unit in its name. */
export const LIMITS = {
  paymentLifetimeMinutes: 90,
  captureWindowHours: 120,
  retentionYears: 7,
  requestLogDays: 30,

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
  voidRetryMinutes: 5,
  refundRetryMinutes: 5,

  createPerSecond: 15,
  capturePerSecond: 15,
  otherPostPerSecond: 15,
  getPerSecond: 1000,
  unknownTokenPerSecond: 15,
} as const;
