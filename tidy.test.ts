import { describe, expect, it } from "vitest";
import { OPERATIONS, type Operation } from "./contract/operations";
import { findCycle, unreachable } from "./tidy/graph";
import { CONTRACT_ONLY, DB_FOR_PSP, FLOORS, NO_ROOMS, PAGES_ONLY } from "./tidy/floors";
import { unusedMessages } from "./tidy/messages";
import { codeOf, FILES, IMPORTED, importsOf, isTest, isTestHelper, SOURCES, textOf } from "./tidy/repository";
import { statusWriters } from "./tidy/status-writers";

const operations = Object.entries<Operation>(OPERATIONS);
const routes = SOURCES.filter(
  (file) => /^app\/v1\/(?:.*\/)?route\.tsx?$/u.test(file) && !file.includes("[...path]"),
);

/**
 * What is under /v1 without being an operation: papers about the API. They need no key, refuse nothing and are no
 * business of a client's, so the description leaves them out; no row means no doorway either.
 */
const PAPERS = ["app/v1/openapi.json/route.ts"];

/** The bench compares us with a server that writes its own SQL. */
const ours = SOURCES.filter((file) => !isTest(file) && !isTestHelper(file) && !file.startsWith("bin/bench/"));

// Spelt so that this file is not its own finding.
const UNFINISHED = /\b(?:TOD[O]|FIXM[E]|XX[X])\b/u;
const HIDDEN = /@ts-(?:ignore|nocheck)/u;
const LOOSE = /\bas any\b/u;

describe("imports", () => {
  it("lead to files that are there", () => {
    const lost = IMPORTED.filter((imported) => imported.package === undefined && imported.file === undefined);
    expect(lost.map(({ from, specifier }) => `${from} → ${specifier}`)).toEqual([]);
  });

  it("go down, never up", () => {
    const up = IMPORTED.filter(({ from, file }) => {
      const allowed = FLOORS[room(from)];
      return allowed && file !== undefined && !allowed.includes(room(file));
    });
    expect(up.map(({ from, file }) => `${from} → ${file}`)).toEqual([]);
  });

  it("name another room from the root, never by climbing out", () => {
    const climbing = IMPORTED.filter(
      ({ from, specifier, file }) =>
        FLOORS[room(from)] && specifier.startsWith("..") && file !== undefined && room(from) !== room(file),
    );
    expect(climbing.map(({ from, specifier }) => `${from} → ${specifier}`)).toEqual([]);
  });

  it("keep the database out of payment providers, but for the sandbox's own ledger", () => {
    const others = IMPORTED.filter(
      ({ from, file }) =>
        room(from) === "psp" && !isTest(from) && file?.startsWith("db/") && !DB_FOR_PSP.includes(file),
    );
    expect(others.map(({ from, file }) => `${from} → ${file}`)).toEqual([]);
  });

  it("of the contract are zod's and its own", () => {
    const foreign = IMPORTED.filter(
      ({ from, package: name }) =>
        room(from) === "contract" && !isTest(from) && name !== undefined && !CONTRACT_ONLY.includes(name),
    );
    expect(foreign.map(({ from, specifier }) => `${from} → ${specifier}`)).toEqual([]);
  });

  it("of what makes pages stay with the doors", () => {
    const below = IMPORTED.filter(
      ({ from, package: name }) =>
        ["domain", "psp", "db", "contract"].includes(room(from)) &&
        name !== undefined &&
        PAGES_ONLY.test(name),
    );
    expect(below.map(({ from, specifier }) => `${from} → ${specifier}`)).toEqual([]);
  });

  it("never go round in a circle", () => {
    expect(findCycle(SOURCES)).toEqual([]);
  });
});

describe("files", () => {
  it("are each reached from a door: a page, a route, a script, a configuration", () => {
    expect(unreachable()).toEqual([]);
  });

  it("stand in rooms with a name that says what belongs there", () => {
    const vague = SOURCES.filter((file) =>
      // An address, which is about a public body's services.
      file
        .replace("app/admin/services/", "app/admin/")
        .split("/")
        .some((part) => NO_ROOMS.test(part.replace(/\..*$/u, ""))),
    );
    expect(vague).toEqual([]);
  });

  it("have names in kebab-case", () => {
    const word = /^_?[a-z0-9]+(?:[.-][a-z0-9]+)*$/u;
    const nextName = /^(?:\(\w+\)|\[{1,2}(?:\.\.\.)?\w+\]{1,2}|@\w+)$/u;
    const others = FILES.filter((file) => /\.(?:tsx?|mjs|scss|json)$/u.test(file) && !file.startsWith("."))
      .filter((file) => !file.startsWith("db/migrations/"))
      .filter((file) => !file.split("/").every((part) => word.test(part) || nextName.test(part)));
    expect(others).toEqual([]);
  });

  it("are finished, and hide nothing from the type checker", () => {
    const offenders = SOURCES.filter(
      (file) =>
        UNFINISHED.test(textOf(file)) || HIDDEN.test(textOf(file)) || LOOSE.test(withoutQuotes(codeOf(file))),
    );
    expect(offenders).toEqual([]);
  });

  it("ask parseUrl what is a URL, for Node.js 20 cannot be asked", () => {
    expect(SOURCES.filter((file) => /\bURL\.canParse\(/u.test(codeOf(file)))).toEqual([]);
  });

  it("run every test there is", () => {
    const alone = SOURCES.filter(
      (file) => isTest(file) && /\b(?:it|test|describe)\.(?:only|skip|todo)\(/u.test(codeOf(file)),
    );
    expect(alone).toEqual([]);
  });
});

describe("a status", () => {
  it.each([
    ["payments", ["domain/payments/store-payment.ts", "domain/payments/move-payment.ts"]],
    ["refunds", ["domain/refunds/create-refund.ts", "domain/refunds/move-refund.ts"]],
    ["agreements", ["domain/agreements/create-agreement.ts", "domain/agreements/move-agreement.ts"]],
    ["disputes", ["domain/disputes/open-dispute.ts", "domain/disputes/move-dispute.ts"]],
  ])("of %s begins in one place and moves in one other", (table, places) => {
    // A seed draws whole histories at once; the constraints of the tables are its judge.
    const lawAbiding = ours.filter((file) => !file.startsWith("bin/seed/"));
    const writers = lawAbiding.flatMap((file) => statusWriters(file, table));
    expect(writers.filter(({ file, how }) => file !== places[how === "insert" ? 0 : 1])).toEqual([]);
  });
});

describe("the API", () => {
  it.each(operations)("handles %s at its path, behind the doorway", (name, operation) => {
    const file = routeOf(operation);
    expect(routes).toContain(file);
    expect(handled(file)).toContain(name);
    expect(codeOf(file)).toMatch(/^export const \{[^}]*\} = asRoute\(/mu);
  });

  it("has no route without an operation, but for the papers about it", () => {
    const expected = new Map(operations.map(([name, operation]) => [name, routeOf(operation)]));
    const strays = routes.filter((file) => {
      const names = handled(file);
      return names.length === 0 || names.some((name) => expected.get(name) !== file);
    });
    expect(strays).toEqual(PAPERS);
  });

  it.each(PAPERS)("of %s shows nothing that anybody owns", (file) => {
    // Where we are is no secret.
    const behind = importsOf(file)
      .map((imported) => imported.file)
      .filter((path) => path !== "domain/public-url.ts");
    expect(behind.filter((path) => path !== undefined && /^(?:domain|psp|db)\//u.test(path))).toEqual([]);
    expect(codeOf(file)).toMatch(/\basRoute\(/u);
  });

  it("offers each route to server.mjs too", () => {
    const offered = new Set(importsOf("app/v1/front.ts").map(({ file }) => file));
    expect(routes.filter((file) => !offered.has(file))).toEqual([]);
  });
});

it("every command finds the database and the settings of npm start by itself", () => {
  const commands = SOURCES.filter((file) => /^bin\/[\w-]+\.ts$/u.test(file) && !isTest(file)).filter((file) =>
    importsOf(file).some((imported) => /^(?:domain|db)\//u.test(imported.file ?? "")),
  );
  expect(commands.length).toBeGreaterThan(5);
  const lost = commands.filter(
    (file) =>
      file !== "bin/with-database.ts" &&
      !importsOf(file).some((imported) => imported.file === "bin/with-database.ts"),
  );
  expect(lost).toEqual([]);
});

it("every message is shown somewhere", () => {
  expect(unusedMessages()).toEqual([]);
});

function withoutQuotes(code: string): string {
  return code.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/gu, '""');
}

describe("the lock file", () => {
  it("names the packages of every platform, or npm ci would refuse it (npm run complete-lock)", () => {
    const { packages } = JSON.parse(textOf("package-lock.json")) as { packages: Record<string, Locked> };
    const named = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//u, "")));
    const optional = Object.values(packages).flatMap((locked) =>
      Object.keys(locked.optionalDependencies ?? {}),
    );
    expect(optional.filter((name) => !named.has(name))).toEqual([]);
  });
});

interface Locked {
  optionalDependencies?: Record<string, string>;
}

describe("the papers", () => {
  it("of the README name files that are there", () => {
    const named = [...textOf("README.md").matchAll(/`([\w@.()[\]-]+\/[\w@./()[\]-]*)`/gu)].map(
      ([, path = ""]) => path,
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => !path.startsWith(".data/") && !isThere(path))).toEqual([]);
  });

  it("of the README list every setting that the code reads", () => {
    const read = ours.flatMap((file) => [...codeOf(file).matchAll(/\bprocess\.env\.([A-Z_]+)/gu)]);
    const names = new Set(
      read
        .map(([, name = ""]) => name)
        .filter((name) => !/^(?:NODE_ENV|NEXT_|TEST_|BENCH_|API_KEY$|WEBHOOK_SECRET$)/u.test(name)),
    );
    expect([...names].filter((name) => !textOf("README.md").includes(`\`${name}\``))).toEqual([]);
  });

  it("of the contract explain every decision that the code cites", () => {
    const cited = ours.flatMap((file) => [...textOf(file).matchAll(/\bD\d{1,2}\b/gu)].map(([name]) => name));
    const explained = textOf("contract/DECISIONS.md");
    expect([...new Set(cited)].filter((name) => !explained.includes(`**${name} `))).toEqual([]);
  });
});

function isThere(path: string): boolean {
  return FILES.some((file) => file === path || file.startsWith(path.replace(/\/?$/u, "/")));
}

function room(file: string): string {
  return file.includes("/") ? file.slice(0, file.indexOf("/")) : "";
}

function routeOf({ path }: Operation): string {
  return `app${path.replace(/\{(\w+)\}/gu, "[$1]")}/route.ts`;
}

/** The operations that a route file hands to the doorway. */
function handled(file: string): string[] {
  return [...codeOf(file).matchAll(/\bhandle\(\s*"(\w+)"/gu)].map(([, name = ""]) => name);
}
