import { refused } from "../refused";
import { auth } from "./auth";
import { forgiveTry, takeTry } from "./sign-in-tries";
import { headersFor, unlessRefused, withCookies, type StaffRequest } from "./staff-request";

/** What becomes of the browser: cookies to set, and which proof is still missing. */
export interface Admission {
  readonly cookies: readonly string[];
  readonly missing: "code" | "app";
}

/**
 * The first half of signing in: email address and password. The second factor is asked for next; somebody who has
 * none yet is let in as far as setting one up.
 *
 * Refused alike for a wrong password and an unknown address; `mustWait` with the seconds left after too many tries.
 */
export async function signIn(
  { email, password }: { email: string; password: string },
  request: StaffRequest,
  now: Date,
) {
  const byEmail = { kind: "email", value: email } as const;
  const byAddress = { kind: "address", value: request.address } as const;
  const seconds = (await takeTry(byAddress, now)) ?? (await takeTry(byEmail, now));
  if (seconds !== undefined) return refused("mustWait", { seconds });
  const answer = await unlessRefused(
    auth().api.signInEmail({
      body: { email, password, rememberMe: true },
      headers: headersFor(request),
      returnHeaders: true,
    }),
  );
  if (!answer) return refused("wrong");
  await Promise.all([forgiveTry(byEmail), forgiveTry(byAddress)]);
  const cookies = answer.headers.getSetCookie();
  if ("twoFactorRedirect" in answer.response) return { cookies, missing: "code" } satisfies Admission;
  // The password is at hand now and will not be asked for again: the secret to scan is made with it.
  await auth().api.enableTwoFactor({
    body: { password },
    headers: headersFor(withCookies(request, cookies)),
  });
  return { cookies, missing: "app" } satisfies Admission;
}

/** Ends a request's session, if it has one. @returns the cookies that make the browser forget it. */
export async function signOut(request: StaffRequest): Promise<readonly string[]> {
  const answer = await auth().api.signOut({ headers: headersFor(request), returnHeaders: true });
  return answer.headers.getSetCookie();
}
