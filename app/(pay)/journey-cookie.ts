import { EncryptJWT, jwtDecrypt } from "jose";
import { LIMITS } from "@/contract/limits";
import { isSecure } from "@/domain/public-url";
import { derivedKey } from "@/domain/secrets";

/** The cookie's name. By TLS browsers take it from nobody but this very host: no neighbour can slip in another. */
export function journeyCookie(): string {
  return isSecure() ? "__Host-exchequer_journeys" : "exchequer_journeys";
}

const LIFETIME_SECONDS = LIMITS.paymentLifetimeMinutes * 60;

/** The payments that a browser has opened, each with the second at which that ends. */
type Journeys = Readonly<Record<string, number>>;

/** The payments that a browser has open; none for a cookie that is missing, altered or out of date. */
export async function readJourneys(cookie: string | undefined, now: Date): Promise<Journeys> {
  if (!cookie) return {};
  try {
    const { payload } = await jwtDecrypt(cookie, derivedKey("journey cookie"), {
      currentDate: now,
      contentEncryptionAlgorithms: ["A256GCM"],
      keyManagementAlgorithms: ["dir"],
    });
    const open = Object.entries(payload.open as Journeys).filter(([, until]) => until * 1000 > now.getTime());
    return Object.fromEntries(open);
  } catch {
    return {};
  }
}

/** A Set-Cookie value for a browser that opens one more payment; the oldest make room beyond ten. */
export async function openJourney(journeys: Journeys, paymentId: string, now: Date): Promise<string> {
  const until = Math.floor(now.getTime() / 1000) + LIFETIME_SECONDS;
  const others = Object.entries(journeys).filter(([id]) => id !== paymentId);
  const open = [[paymentId, until] as const, ...others.sort(([, a], [, b]) => b - a)].slice(
    0,
    LIMITS.journeyCookiePayments,
  );
  const value = await new EncryptJWT({ open: Object.fromEntries(open) })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setExpirationTime(until)
    .encrypt(derivedKey("journey cookie"));
  const secure = isSecure() ? "; Secure" : "";
  return `${journeyCookie()}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${LIFETIME_SECONDS}${secure}`;
}
