import { passkey } from "@better-auth/passkey";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError } from "better-auth/api";
import { betterAuth } from "better-auth/minimal";
import { twoFactor } from "better-auth/plugins/two-factor";
import { database, type Database } from "@/db/client";
import {
  staff,
  staffPasskeys,
  staffPasswords,
  staffSecondFactors,
  staffSessions,
  staffVerifications,
} from "@/db/schema";
import { newId } from "../new-id";
import { sealingSecrets } from "../sealed";
import { derivedKey } from "../secrets";
import { codesCountOnce } from "./codes-count-once";
import { PASSWORD_CHARACTERS } from "./password-rules";
import { sendResetLink } from "./send-link";
import { STAFF_LIMITS } from "./staff-limits";

/**
 * better-auth, which knows how to hash passwords, keep sessions, check codes and passkeys. It is called by the verbs
 * of this folder alone and answers no request by itself. Its tables are ours (db/tables/staff.ts); how often
 * somebody may try, how long a session lasts and who may do what is decided here, not there.
 */
function createAuth(db: Database, secrets: Secrets) {
  const site = new URL(process.env.PUBLIC_URL ?? "http://localhost:3000");
  return betterAuth({
    appName: "Exchequer",
    baseURL: site.origin,
    basePath: "/admin/auth",
    secrets,
    // What was encrypted before the sealing secrets were there for it, until npm run reseal.
    secret: derivedKey("staff sign-in").toString("base64url"),
    database: drizzleAdapter(db, {
      provider: "pg",
      transaction: true,
      schema: { staff, staffSessions, staffPasswords, staffVerifications, staffSecondFactors, staffPasskeys },
    }),
    user: { modelName: "staff" },
    session: {
      modelName: "staffSessions",
      fields: { userId: "staffId" },
      expiresIn: STAFF_LIMITS.sessionHours * 3600,
      disableSessionRefresh: true,
    },
    account: { modelName: "staffPasswords", fields: { userId: "staffId" } },
    verification: { modelName: "staffVerifications", storeIdentifier: "hashed" },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_CHARACTERS.least,
      maxPasswordLength: PASSWORD_CHARACTERS.most,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: STAFF_LIMITS.resetMinutes * 60,
      sendResetPassword: async ({ user, token }) => sendResetLink(user, token, new Date()),
    },
    plugins: [
      codesCountOnce(db),
      twoFactor({
        issuer: `Exchequer ${site.host}`,
        schema: { twoFactor: { modelName: "staffSecondFactors", fields: { userId: "staffId" } } },
        accountLockout: { maxFailedAttempts: 10, durationSeconds: 900 },
      }),
      passkey({
        rpID: site.hostname,
        rpName: "Exchequer",
        origin: site.origin,
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        advanced: { webAuthnChallengeCookie: "passkey" },
        // It asks for the user's finger, face or PIN, but would take an answer without: then it is one factor only.
        registration: {
          afterVerification: ({ verification }) =>
            demandUser(verification.registrationInfo?.userVerified ?? false),
        },
        authentication: {
          afterVerification: ({ verification }) => demandUser(verification.authenticationInfo.userVerified),
        },
        schema: { passkey: { modelName: "staffPasskeys", fields: { userId: "staffId" } } },
      }),
    ],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      cookiePrefix: "exchequer_staff",
      useSecureCookies: site.protocol === "https:",
      defaultCookieAttributes: { path: "/admin", sameSite: "lax", httpOnly: true },
      database: { generateId: () => newId(new Date()) },
      ipAddress: { disableIpTracking: true },
    },
  });
}

function demandUser(verified: boolean): void {
  if (!verified) throw new APIError("UNAUTHORIZED", { code: "USER_NOT_VERIFIED" });
}

export type Auth = ReturnType<typeof createAuth>;

/** What the staff’s apps and recovery codes are encrypted for. */
export const SECOND_FACTORS = "staff second factors";

type Secrets = ReturnType<typeof sealingSecrets>;

let made: { auth: Auth; db: Database; versions: string } | undefined;

/** The process's better-auth; it remembers nothing that is not in the database. */
export function auth(): Auth {
  const db = database();
  const secrets = sealingSecrets(SECOND_FACTORS);
  const versions = secrets.map(({ version }) => version).join();
  if (made?.db !== db || made.versions !== versions) made = { auth: createAuth(db, secrets), db, versions };
  return made.auth;
}
