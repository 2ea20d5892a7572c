import { isOurOwnForm, type PageRequest, type Verdict } from "@/app/(pay)/gate";
import { senderAddress } from "@/app/sender-address";
import { authorise, type Decision } from "./authorise";
import { FLASH_COOKIE, forgetFlash, isFlashFor } from "./flash";
import { ADMIN_ROUTES, addressOf, routesAt, type RouteName } from "./routes";
import { wayBack } from "./way-on";

/** Pages that say why there is nothing to see, with the HTTP status that goes with each. */
export const ADMIN_PROBLEMS = {
  "not-found": 404,
  "not-allowed": 403,
  "session-problem": 403,
  "system-problem": 500,
} as const;
export type AdminProblem = keyof typeof ADMIN_PROBLEMS;

/** What becomes of a request for the staff's tool. */
export type StaffVerdict =
  | Exclude<Verdict, { is: "problem" }>
  | { is: "staffProblem"; page: string; status: number };

/** One of the tool's own pages of problems. */
export function staffProblem(name: AdminProblem): StaffVerdict {
  return { is: "staffProblem", page: `/admin/problem/${name}`, status: ADMIN_PROBLEMS[name] };
}

/** Whether a path is the staff's tool's. */
export function isAdminPath(path: string): boolean {
  return path === "/admin" || path.startsWith("/admin/");
}

/**
 * The gate of the staff's tool: which row of routes.ts a request is for, and whether its sender may have it. Each
 * page and action asks the same once more (staff-page.tsx, staff-action.ts), so that nothing depends on the gate
 * having stood in the way.
 */
export async function adminGate(request: PageRequest, now: Date): Promise<StaffVerdict> {
  const trouble = /^\/admin\/problem\/([\w-]+)$/u.exec(request.path)?.[1];
  if (trouble !== undefined && Object.hasOwn(ADMIN_PROBLEMS, trouble))
    return staffProblem(trouble as AdminProblem);
  const { names, params } = routesAt(request.path);
  if (names.length === 0) return staffProblem("not-found");
  const posted = request.method === "POST";
  if (!posted && request.method !== "GET" && request.method !== "HEAD")
    return { is: "notAllowed", allow: allowed(names) };
  const name = names.find((each) => (ADMIN_ROUTES[each].is === "action") === posted);
  if (name === undefined) return { is: "notAllowed", allow: allowed(names) };
  if (posted && !isOurOwnForm(request)) return staffProblem("session-problem");
  const asker = {
    cookie: request.header("cookie") ?? "",
    address: senderAddress((name) => request.header(name)),
  };
  const decision = await authorise(name, params, asker, now);
  if (decision.is !== "admitted") return elsewhere(decision, posted ? undefined : wayBack(request));
  if (posted) return { is: "handle", at: `${request.path.replace(/\/$/u, "")}/submit` };
  const flash = request.cookie(FLASH_COOKIE);
  // What was kept to be said once has now been said.
  return flash !== undefined && isFlashFor(flash, request.path, now)
    ? { is: "show", cookie: forgetFlash() }
    : { is: "show" };
}

/** Where somebody goes who may not have what they asked for; `path` is where signing in leads back to. */
export function elsewhere(
  decision: Exclude<Decision, { is: "admitted" }>,
  path: string | undefined,
): StaffVerdict {
  switch (decision.is) {
    case "hidden":
      return staffProblem("not-found");
    case "forbidden":
      return staffProblem("not-allowed");
    case "setUp":
      return { is: "go", to: addressOf("setUpSecondFactor") };
    case "prove":
    case "signIn": {
      const to = addressOf(decision.is === "prove" ? "secondFactor" : "signIn");
      return {
        is: "go",
        to: path === undefined || path === "/admin" ? to : `${to}?next=${encodeURIComponent(path)}`,
      };
    }
  }
}

function allowed(names: readonly RouteName[]): string {
  const kinds = new Set(names.map((name) => ADMIN_ROUTES[name].is === "action"));
  return [...(kinds.has(false) ? ["GET", "HEAD"] : []), ...(kinds.has(true) ? ["POST"] : [])].join(", ");
}
