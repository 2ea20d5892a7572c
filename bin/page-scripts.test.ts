import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findTampering, findTamperingAt, readInventory, takeInventory } from "./page-scripts.mjs";

let build: string;

beforeEach(() => {
  build = mkdtempSync(join(tmpdir(), "exchequer-scripts-"));
  put("static/chunks/main.js", "main()");
  put("static/chunks/card.js", "card()");
  put("static/chunks/staff.js", "staff()");
  put("static/chunks/style.css", "a{}");
  put(
    "build-manifest.json",
    JSON.stringify({ rootMainFiles: ["static/chunks/main.js"], polyfillFiles: [], lowPriorityFiles: [] }),
  );
  putPage("(pay)/card-details/[paymentId]", "components/card-details-form.tsx", "card.js");
  putPage("admin", "components/admin/staff-form.tsx", "staff.js");
});

afterEach(() => rmSync(build, { recursive: true }));

it("names every script with its digests, why it is there, and whether payers may load it", () => {
  const { scripts } = takeInventory(build);
  expect(readInventory(build)?.scripts).toEqual(scripts);
  expect(scripts.map(({ file, payment, reason }) => [file, payment, reason])).toEqual([
    ["static/chunks/card.js", true, "components/card-details-form.tsx"],
    ["static/chunks/main.js", true, "React and Next.js: what every page with script begins with"],
    ["static/chunks/staff.js", false, "components/admin/staff-form.tsx"],
  ]);
  expect(scripts[0]).toMatchObject({
    bytes: 6,
    // echo -n 'card()' | sha256sum
    sha256: "704898f6a19b56494c99a1e51e3e9f011fb5ebc019f8d7b054115be57518a4e6",
  });
});

describe("a build", () => {
  beforeEach(() => takeInventory(build));

  it("as it was built has nothing to be said against it", () => {
    expect(findTampering(build)).toEqual([]);
  });

  it.each<[string, () => void, string]>([
    ["a changed script", () => put("static/chunks/card.js", "steal()"), "static/chunks/card.js has changed"],
    ["a new one", () => put("static/new/x.js", ""), "static/new/x.js is not in the inventory"],
    ["none", () => rmSync(join(build, "static/chunks/card.js")), "static/chunks/card.js is missing"],
    [
      "no inventory",
      () => rmSync(join(build, "exchequer-scripts.json")),
      "exchequer-scripts.json is missing: npm run build writes it",
    ],
  ])("with %s is found out", (_, tamper, finding) => {
    tamper();
    expect(findTampering(build)).toEqual([finding]);
  });

  it("is found out at a server that sends something else", async () => {
    const sent: Record<string, string> = {
      "/_next/static/chunks/card.js": "card()",
      "/_next/static/chunks/main.js": "main();steal()",
    };
    const server = createServer(({ url = "" }, response) => {
      response.statusCode = url in sent ? 200 : 404;
      response.end(sent[url]);
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const { port } = server.address() as AddressInfo;
    const inventory = readInventory(build);
    if (!inventory) throw new Error("There is no inventory.");
    expect(await findTamperingAt(inventory, `http://localhost:${port}`)).toEqual([
      "static/chunks/main.js is sent with other content",
      "static/chunks/staff.js is answered with 404",
    ]);
    await new Promise((resolve) => server.close(resolve));
  });
});

function putPage(path: string, component: string, chunk: string) {
  const modules = { [`[project]/${component}`]: { chunks: [`/_next/static/chunks/${chunk}`] } };
  put(
    `server/app/${path}/page_client-reference-manifest.js`,
    `globalThis.__RSC_MANIFEST["/${path}/page"] = ${JSON.stringify({ clientModules: modules })};`,
  );
}

function put(file: string, text: string) {
  mkdirSync(dirname(join(build, file)), { recursive: true });
  writeFileSync(join(build, file), text);
}
