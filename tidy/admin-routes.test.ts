import { describe, expect, it } from "vitest";
import { codeOf, isTest, SOURCES, textOf } from "./repository";
import { isOperatorPermission, isServicePermission } from "@/domain/staff/permissions";
import { ADMIN_ROUTES, addressOf, routesAt, type AdminRoute, type RouteName } from "@/app/admin/routes";

const rows = Object.entries<AdminRoute>(ADMIN_ROUTES);

const FILES = { page: "/page.tsx", action: "/submit/route.ts", download: "/route.ts" } as const;
const DOORWAYS = {
  page: "export default staffPage",
  action: "export const POST = staffAction",
  download: "export const GET = staffDownload",
} as const;

/** What the gate shows in place of what it lets nobody have. */
const WITHOUT_ROW = ["app/admin/problem/[problem]/page.tsx"];

describe("every row of the staff's tool", () => {
  it.each(rows)("%s is carried out behind the doorway, by the file at its path", (name, { is, path }) => {
    const file = `app${path}${FILES[is]}`;
    expect(SOURCES).toContain(file);
    const doorway = DOORWAYS[is];
    expect(codeOf(file).replaceAll(/\s/gu, "")).toContain(`${doorway}("${name}",`.replaceAll(/\s/gu, ""));
  });

  it.each(rows)("%s is found by its address, and no other of its kind with it", (name, { is, path }) => {
    const params = Object.fromEntries([...path.matchAll(/\[(\w+)\]/gu)].map(([, key = ""]) => [key, "x"]));
    const found = routesAt(addressOf(name as RouteName, params));
    expect(found.names.filter((each) => ADMIN_ROUTES[each].is === is)).toEqual([name]);
    expect(found.params).toEqual(params);
  });

  it.each(rows)(
    "%s needs what the table of permissions knows, of what its path names",
    (_, { needs, path }) => {
      const isAboutService = /\[(?:accountId|serviceId)\]/u.test(path);
      expect(isServicePermission(needs)).toBe(isAboutService);
      if (!isServicePermission(needs))
        expect(isOperatorPermission(needs) || ["nobody", "password", "signedIn"].includes(needs)).toBe(true);
    },
  );
});

it("nothing of the staff's tool is without a row", () => {
  const doors = SOURCES.filter((file) => /^app\/admin\/(?:.*\/)?(?:page|route)\.tsx?$/u.test(file));
  const expected = new Set(rows.map(([, { is, path }]) => `app${path}${FILES[is]}`));
  expect(doors.filter((file) => !expected.has(file))).toEqual(WITHOUT_ROW);
});

/** What Next.js would call: a page's default, a route's methods, and functions that a browser can reach by their ids. */
const DOORS =
  /export (?:default|(?:const|async function|function) (?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b)/gu;

it.each(rows)("%s has one door and no other beside it", (_, { is, path }) => {
  expect(codeOf(`app${path}${FILES[is]}`).match(DOORS)).toHaveLength(1);
});

it("the gate is gone round by those alone whose rows say so", () => {
  const round = textOf("proxy.ts").match(/\/?admin\/[\w/-]+\/submit/gu) ?? [];
  const straight = rows.filter(([, route]) => route.straight).map(([, { path }]) => `${path}/submit`);
  expect(new Set(round.map((path) => `/${path.replace(/^\//u, "")}`))).toEqual(new Set(straight));
});

it("nothing can be called by a way that has no address", () => {
  expect(SOURCES.filter((file) => /["']use server["']/u.test(textOf(file)) && !isTest(file))).toEqual([]);
});
