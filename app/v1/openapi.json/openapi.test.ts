import { afterAll, beforeAll, expect, test } from "vitest";
import published from "@/contract/openapi.json";
import { serveApi, type TestApi } from "../test-api";
import * as route from "./route";

const PATH = "/v1/openapi.json";
type Document = typeof published;

let api: TestApi;

beforeAll(async () => {
  api = await serveApi();
});
afterAll(async () => api.close());

test("anybody may read the description, with this service as the server", async () => {
  const { status, headers, body } = await api.get<Document>(PATH);
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(body.paths).toEqual(published.paths);
  expect(body.components).toEqual(published.components);
  expect(body.servers).toMatchObject([{ url: "http://localhost:3000" }]);
});

test("may be kept for a while, and asked for again at no cost", async () => {
  const { headers } = await api.get(PATH);
  expect(headers["cache-control"]).toBe("public, max-age=3600");
  const tag = String(headers.etag);
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
    const again = await api.get(PATH, { headers: { "If-None-Match": known } });
    expect(again).toMatchObject({ status: 304, text: "" });
    expect(again.headers.etag).toBe(tag);
  }
  expect((await api.get(PATH, { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
});

test("has no other verbs", async () => {
  const head = await api.send("HEAD", PATH);
  expect(head).toMatchObject({ status: 200, text: "" });
  expect(Number(head.headers["content-length"])).toBeGreaterThan(1000);
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
    const { status, headers } = await api.send(method, PATH);
    expect({ method, status, allow: headers.allow }).toEqual({ method, status: 405, allow: "GET, HEAD" });
  }
});

test("is the same behind Next's router", async () => {
  const asked = { params: Promise.resolve({}) };
  const response = await route.GET(new Request(`http://localhost:3000${PATH}`), asked);
  const front = await api.get(PATH);
  expect(await response.text()).toBe(front.text);
  expect(response.headers.get("etag")).toBe(front.headers.etag);
  const tag = front.headers.etag ?? "";
  const again = await route.GET(
    new Request(`http://localhost:3000${PATH}`, { headers: { "If-None-Match": tag } }),
    asked,
  );
  expect(again.status).toBe(304);
});
