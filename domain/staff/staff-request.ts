import { isAPIError } from "better-auth/api";

/** What a request says about who sends it. */
export interface StaffRequest {
  /** The Cookie header. */
  readonly cookie: string;
  readonly address: string | null;
  readonly userAgent?: string | undefined;
}

/** The headers that better-auth is given: nothing else of a request concerns it. */
export function headersFor({ cookie, userAgent }: StaffRequest): Headers {
  return new Headers({ cookie, ...(userAgent !== undefined && { "user-agent": userAgent }) });
}

/** The request as it would be with the cookies that an answer sets. */
export function withCookies(request: StaffRequest, setCookies: readonly string[]): StaffRequest {
  const jar = new Map(pairsOf(request.cookie.split("; ")));
  for (const [name, value] of pairsOf(setCookies.map((line) => line.split(";", 1)[0] ?? ""))) {
    if (value === "") jar.delete(name);
    else jar.set(name, value);
  }
  return { ...request, cookie: [...jar].map((pair) => pair.join("=")).join("; ") };
}

function pairsOf(cookies: readonly string[]): [string, string][] {
  return cookies
    .filter((cookie) => cookie.includes("="))
    .map((cookie) => [cookie.slice(0, cookie.indexOf("=")), cookie.slice(cookie.indexOf("=") + 1)]);
}

/** What better-auth answered, or undefined where it refused; anything else that goes wrong is a fault. */
export async function unlessRefused<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return undefined;
    throw error;
  }
}
