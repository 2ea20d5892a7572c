import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { createdAt, isOneOf, moment, ulid } from "../columns";
import { services } from "./accounts";

export const STAFF_ROLES = ["view_only", "view_and_refund", "developer", "admin"] as const;

/**
 * People who sign in to the staff's tool. Their names of columns, and those of the five tables that follow, are
 * better-auth's, which reads and writes them (domain/staff/auth.ts); the columns that it does not know say so.
 */
export const staff = pgTable("staff", {
  id: ulid().primaryKey(),
  name: text().notNull(),
  /** In lower case. */
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  image: text(),
  createdAt: createdAt(),
  updatedAt: moment().notNull(),
  twoFactorEnabled: boolean().notNull().default(false),
  /** Ours: runs the platform, and as such sees no service's payments. */
  operator: boolean().notNull().default(false),
});

export const staffSessions = pgTable(
  "staff_sessions",
  {
    id: ulid().primaryKey(),
    staffId: ulid()
      .notNull()
      .references(() => staff.id, { onDelete: "cascade" }),
    token: text().notNull().unique(),
    createdAt: createdAt(),
    updatedAt: moment().notNull(),
    expiresAt: moment().notNull(),
    ipAddress: text(),
    userAgent: text(),
    /** Ours: when this session last proved its second factor; without, it may do no more than set one up. */
    provedAt: moment(),
    /** Ours: when it was last used. Left alone too long, it ends. */
    usedAt: moment(),
  },
  (t) => [index("staff_sessions_by_staff").on(t.staffId)],
);

/** Passwords, hashed with scrypt; what other ways to sign in would need stays empty. */
export const staffPasswords = pgTable(
  "staff_passwords",
  {
    id: ulid().primaryKey(),
    staffId: ulid()
      .notNull()
      .references(() => staff.id, { onDelete: "cascade" }),
    accountId: text().notNull(),
    providerId: text().notNull(),
    password: text(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: moment(),
    refreshTokenExpiresAt: moment(),
    scope: text(),
    createdAt: createdAt(),
    updatedAt: moment().notNull(),
  },
  (t) => [index("staff_passwords_by_staff").on(t.staffId)],
);

/** What is proved once and soon: a password's reset, a second factor's challenge. Names are hashed. */
export const staffVerifications = pgTable(
  "staff_verifications",
  {
    id: ulid().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: moment().notNull(),
    createdAt: createdAt(),
    updatedAt: moment().notNull(),
  },
  (t) => [index("staff_verifications_by_identifier").on(t.identifier)],
);

/** Authenticator apps' secrets and recovery codes, encrypted. */
export const staffSecondFactors = pgTable(
  "staff_second_factors",
  {
    id: ulid().primaryKey(),
    staffId: ulid()
      .notNull()
      .unique()
      .references(() => staff.id, { onDelete: "cascade" }),
    secret: text().notNull(),
    backupCodes: text().notNull(),
    verified: boolean().notNull().default(false),
    failedVerificationCount: integer().notNull().default(0),
    lockedUntil: moment(),
    /** Ours: the latest step of time whose code was used; that one and those before it are spent. */
    lastStep: bigint({ mode: "number" }).notNull().default(0),
  },
  (t) => [check("staff_second_factors_failures", sql`${t.failedVerificationCount} >= 0`)],
);

export const staffPasskeys = pgTable(
  "staff_passkeys",
  {
    id: ulid().primaryKey(),
    staffId: ulid()
      .notNull()
      .references(() => staff.id, { onDelete: "cascade" }),
    name: text(),
    publicKey: text().notNull(),
    credentialID: text("credential_id").notNull().unique(),
    counter: bigint({ mode: "number" }).notNull(),
    deviceType: text().notNull(),
    backedUp: boolean().notNull(),
    transports: text(),
    createdAt: moment(),
    aaguid: text(),
  },
  (t) => [index("staff_passkeys_by_staff").on(t.staffId)],
);

/** Who may do what for which service: domain/staff/permissions.ts says what a role may. */
export const memberships = pgTable(
  "memberships",
  {
    serviceId: ulid().notNull(),
    staffId: ulid().notNull(),
    role: text({ enum: STAFF_ROLES }).notNull(),
    addedAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.serviceId, t.staffId] }),
    foreignKey({ columns: [t.serviceId], foreignColumns: [services.id] }),
    foreignKey({ columns: [t.staffId], foreignColumns: [staff.id] }).onDelete("cascade"),
    index("memberships_by_staff").on(t.staffId),
    check("memberships_role", isOneOf(t.role, STAFF_ROLES)),
  ],
);

/** Links that let somebody join a service, or the platform's operators; the links themselves are not stored. */
export const staffInvitations = pgTable(
  "staff_invitations",
  {
    id: ulid().primaryKey(),
    /** A keyed hash of the link's token. */
    tokenHash: text().notNull().unique(),
    email: text().notNull(),
    /** None for an operator. */
    serviceId: ulid().references(() => services.id),
    role: text({ enum: STAFF_ROLES }),
    invitedBy: text().notNull(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    acceptedAt: moment(),
    withdrawnAt: moment(),
  },
  (t) => [
    index("staff_invitations_by_service").on(t.serviceId, t.createdAt),
    check("staff_invitations_role", isOneOf(t.role, STAFF_ROLES)),
    check("staff_invitations_role_of_service", sql`(${t.serviceId} is null) = (${t.role} is null)`),
    check("staff_invitations_end_once", sql`num_nonnulls(${t.acceptedAt}, ${t.withdrawnAt}) <= 1`),
  ],
);

/** Failed tries to sign in, by email address and by client address; a growing wait follows them. */
export const signInTries = pgTable(
  "sign_in_tries",
  {
    /** A keyed hash of what is counted. */
    bucket: text().primaryKey(),
    failures: integer().notNull(),
    lastAt: moment().notNull(),
    waitUntil: moment(),
  },
  (t) => [
    check("sign_in_tries_failures", sql`${t.failures} > 0`),
    index("sign_in_tries_last_at").on(t.lastAt),
  ],
);
