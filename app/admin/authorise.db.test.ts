import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { accounts } from "@/db/schema";
import { testDatabase } from "@/db/test-database";
import { testAccount } from "@/domain/accounts/test-account";
import type { Account } from "@/domain/caller";
import { newId } from "@/domain/new-id";
import { isServicePermission, roleMay, type Role } from "@/domain/staff/permissions";
import type { StaffRequest } from "@/domain/staff/staff-request";
import { signedIn, signedInByPassword, testRequest, testStaff } from "@/domain/staff/test-staff";
import { adminGate, type StaffVerdict } from "./gate";
import {
  ADMIN_ROUTES,
  addressOf,
  type ActionName,
  type AdminRoute,
  type DownloadName,
  type RouteName,
} from "./routes";
import { download, paramsIn, post } from "./test-door";

const ROLES: Role[] = ["view_only", "view_and_refund", "developer", "admin"];
const NAMES = Object.keys(ADMIN_ROUTES) as RouteName[];

/** Whoever might ask: by the name that a failing test tells. */
let people: Record<string, { role?: Role; operator?: boolean; browser: StaffRequest }>;
let sides: { test: Account; live: Account };

beforeAll(async () => {
  const database = await testDatabase();
  const { account } = await testAccount();
  const { account: other } = await testAccount();
  const live = { ...account, id: newId(new Date()), live: true, paymentProvider: "stripe" as const };
  await database.insert(accounts).values(live);
  sides = { test: account, live };
  const { serviceId } = account;
  people = {
    nobody: { browser: testRequest() },
    "password only": {
      role: "admin",
      browser: await signedInByPassword(await testStaff({ serviceId, role: "admin", withoutApp: true })),
    },
    "another service's admin": {
      browser: await signedIn(await testStaff({ serviceId: other.serviceId, role: "admin" })),
    },
    operator: { operator: true, browser: await signedIn(await testStaff({ operator: true })) },
  };
  for (const role of ROLES) {
    people[role] = { role, browser: await signedIn(await testStaff({ serviceId, role })) };
  }
}, 60_000);

const WHO = ["nobody", "password only", "another service's admin", "operator", ...ROLES];

describe.each(WHO)("%s", (who) => {
  test.each(NAMES)("is shown, sent on or refused at %s as the tables say", async (name) => {
    for (const side of ["test", "live"] as const) {
      const verdict = await ask(name, who, side);
      expect(`${side}: ${summary(verdict)}`).toBe(`${side}: ${expected(name, who, side)}`);
    }
  });

  const actions = NAMES.filter(
    (name): name is ActionName => ADMIN_ROUTES[name].is === "action" && ADMIN_ROUTES[name].needs !== "nobody",
  );
  test.each(actions)(
    "gets no further at %s by coming round the gate, or without the form's token",
    async (name) => {
      for (const side of ["test", "live"] as const) {
        const browser = people[who]?.browser ?? testRequest();
        const answer = await post(browser, name, paramsOf(name, side), { csrf: randomUUID() });
        expect(answer.status).toBe(303);
        const may = expected(name, who, side) === "in";
        const to = answer.headers.get("location");
        if (may) expect(to).toBe("/admin/problem/session-problem");
        else expect(to).toMatch(/^\/admin\/(?:sign-in|set-up-second-factor|problem\/not-allowed)$/u);
      }
    },
  );

  const files = NAMES.filter((name): name is DownloadName => ADMIN_ROUTES[name].is === "download");
  test.each(files)("has the file of %s by coming round the gate only where it lets them in", async (name) => {
    for (const side of ["test", "live"] as const) {
      const browser = people[who]?.browser ?? testRequest();
      const answer = await download(browser, name, paramsOf(name, side));
      const may = expected(name, who, side) === "in";
      const to = answer.headers.get("location") ?? "";
      // A payout that is not there has no file for anybody.
      if (may) expect(answer.status === 200 || to.endsWith("/admin/problem/not-found")).toBe(true);
      else expect(to).toMatch(/\/admin\/(?:sign-in|set-up-second-factor|problem\/)/u);
    }
  });
});

test("an account that is not there looks like one of another service", async () => {
  const browser = people.admin?.browser ?? testRequest();
  for (const accountId of [newId(new Date()), "nonsense", "%27"]) {
    const path = addressOf("payments", { accountId });
    expect(await adminGate(pageRequest("GET", path, browser), new Date())).toMatchObject({ status: 404 });
  }
});

test("who is not signed in is led back to the page that they asked for, filters and all", async () => {
  const path = addressOf("payments", { accountId: sides.test.id });
  const request = { ...pageRequest("GET", path, testRequest()), search: "?status=success" };
  expect(await adminGate(request, new Date())).toEqual({
    is: "go",
    to: `/admin/sign-in?next=${encodeURIComponent(`${path}?status=success`)}`,
  });
});

test.each([
  ["/admin/nonsense", "GET", 404],
  ["/admin/sign-in/submit", "POST", 404],
  ["/admin/auth/sign-in/email", "POST", 404],
])("%s is nothing to %s", async (path, method, status) => {
  const browser = people.admin?.browser ?? testRequest();
  expect(await adminGate(pageRequest(method, path, browser), new Date())).toMatchObject({ status });
});

test("other methods are told which there are", async () => {
  const path = addressOf("signIn");
  expect(await adminGate(pageRequest("DELETE", path, testRequest()), new Date())).toEqual({
    is: "notAllowed",
    allow: "GET, HEAD, POST",
  });
});

test("a form of another site is refused before anything else", async () => {
  const request = pageRequest("POST", addressOf("signIn"), testRequest());
  const foreign = {
    ...request,
    header: (name: string) => (name === "sec-fetch-site" ? "cross-site" : request.header(name)),
  };
  expect(await adminGate(foreign, new Date())).toMatchObject({ page: "/admin/problem/session-problem" });
});

function expected(name: RouteName, who: string, side: "test" | "live"): string {
  const { needs, path }: AdminRoute = ADMIN_ROUTES[name];
  const person = people[who];
  if (needs === "nobody") return "in";
  if (who === "nobody") return "sign in";
  if (needs === "password") return "in";
  if (who === "password only") return "set up";
  if (needs === "signedIn") return "in";
  if (!isServicePermission(needs)) return person?.operator ? "in" : "403";
  if (!person?.role) return "404";
  return roleMay(person.role, needs, path.includes("[accountId]") ? side : undefined) ? "in" : "403";
}

function summary(verdict: StaffVerdict): string {
  if (verdict.is === "show" || verdict.is === "handle") return "in";
  if (verdict.is === "staffProblem") return String(verdict.status);
  if (verdict.is !== "go") return verdict.is;
  return verdict.to.startsWith("/admin/set-up-second-factor") ? "set up" : "sign in";
}

async function ask(name: RouteName, who: string, side: "test" | "live"): Promise<StaffVerdict> {
  const method = ADMIN_ROUTES[name].is === "action" ? "POST" : "GET";
  const browser = people[who]?.browser ?? testRequest();
  return adminGate(pageRequest(method, addressOf(name, paramsOf(name, side)), browser), new Date());
}

/** What stands in place of a path's parameters: ours where they name service or account, else an id of nothing. */
function paramsOf(name: RouteName, side: "test" | "live"): Record<string, string> {
  const { serviceId, id: accountId } = sides[side];
  const ours: Record<string, string> = { serviceId, accountId };
  return Object.fromEntries(paramsIn(name).map((key) => [key, ours[key] ?? newId(new Date())]));
}

function pageRequest(method: string, path: string, { cookie }: StaffRequest) {
  const headers = new Headers({ cookie, "sec-fetch-site": "same-origin" });
  return {
    method,
    path,
    search: "",
    header: (name: string) => headers.get(name),
    cookie: () => undefined,
    field: async () => Promise.resolve(undefined),
  };
}
