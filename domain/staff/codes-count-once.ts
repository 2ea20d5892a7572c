import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { symmetricDecrypt } from "better-auth/crypto";
import type { BetterAuthPlugin } from "better-auth";
import { and, eq, lt } from "drizzle-orm";
import type { Database } from "@/db/client";
import { staffSecondFactors } from "@/db/schema";
import { sameSecret } from "../secrets";
import { hotp, STEP_SECONDS } from "./hotp";

/**
 * A code of an authenticator app counts once (RFC 6238, section 5.2): the step of time that it belongs to is spent
 * before better-auth looks at it, by a compare-and-set, so that of two tries with one code, at once or later, the
 * second fails.
 */
export function codesCountOnce(db: Database) {
  return {
    id: "codes-count-once",
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === "/two-factor/verify-totp",
          handler: createAuthMiddleware(async (ctx) => {
            const staffId = (await getSessionFromCtx(ctx))?.user.id ?? (await challengedBy(ctx));
            const code: unknown = ctx.body?.code;
            if (staffId === undefined || typeof code !== "string") return;
            const [factor] = await db
              .select({ secret: staffSecondFactors.secret })
              .from(staffSecondFactors)
              .where(eq(staffSecondFactors.staffId, staffId));
            if (!factor) return;
            const secret = await symmetricDecrypt({ key: ctx.context.secretConfig, data: factor.secret });
            const step = stepOf(secret, code, Date.now());
            // A wrong code is better-auth's to refuse and to count.
            if (step === undefined) return;
            const [spent] = await db
              .update(staffSecondFactors)
              .set({ lastStep: step })
              .where(and(eq(staffSecondFactors.staffId, staffId), lt(staffSecondFactors.lastStep, step)))
              .returning({ id: staffSecondFactors.id });
            if (!spent) throw new APIError("UNAUTHORIZED", { code: "INVALID_CODE" });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Whom a sign-in under way is of, by the cookie that its first half has set. */
async function challengedBy(ctx: Context): Promise<string | undefined> {
  const { name } = ctx.context.createAuthCookie("two_factor");
  const identifier = await ctx.getSignedCookie(name, ctx.context.secret);
  if (!identifier) return undefined;
  return (await ctx.context.internalAdapter.findVerificationValue(identifier))?.value;
}

/** The step of time whose code this is, among those that are accepted. */
function stepOf(secret: string, code: string, milliseconds: number): number | undefined {
  const current = Math.floor(milliseconds / 1000 / STEP_SECONDS);
  return [current - 1, current, current + 1].find((step) => sameSecret(hotp(secret, step), code));
}
