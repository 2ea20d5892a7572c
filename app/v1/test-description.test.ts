import { describe, expect, test } from "vitest";
import { assertDescribed } from "./test-description";

const ID = "01k0000000000000000000000a";
const JSON_HEADERS = { "content-type": "application/json; charset=utf-8", "x-request-id": "1" };
const AGREEMENT = {
  agreement_id: ID,
  reference: "R",
  description: "D",
  status: "created",
  created_date: "2026-01-02T03:04:05.678Z",
};
const NOT_FOUND = { code: "P2200", description: "Not found" };

const said = (status: number, body?: object, headers: object = {}) => ({
  status,
  headers: { ...JSON_HEADERS, ...headers },
  text: body === undefined ? "" : JSON.stringify(body),
});

describe("an answer of the API", () => {
  test.each([
    ["GET", `/v1/agreements/${ID}`, said(200, AGREEMENT)],
    ["GET", `/v1/agreements/${ID}?x=/y`, said(404, NOT_FOUND)],
    ["HEAD", `/v1/agreements/${ID}`, said(200)],
    ["POST", "/v1/agreements", said(201, AGREEMENT, { location: "x" })],
    ["POST", `/v1/agreements/${ID}/cancel`, said(204)],
    ["GET", "/v1/nothing", said(404, NOT_FOUND)],
    ["PUT", "/v1/agreements", said(405, NOT_FOUND)],
  ])("is taken when it is as described: %s %s", (method, path, answer) => {
    expect(() => assertDescribed(method, path, answer)).not.toThrow();
  });

  test.each([
    ["of another status", "GET", `/v1/agreements/${ID}`, said(201, AGREEMENT)],
    [
      "with a code of another status",
      "GET",
      `/v1/agreements/${ID}`,
      said(404, { ...NOT_FOUND, code: "P2298" }),
    ],
    ["with less", "GET", `/v1/agreements/${ID}`, said(200, { ...AGREEMENT, status: undefined })],
    ["with more", "GET", `/v1/agreements/${ID}`, said(200, { ...AGREEMENT, user: "x" })],
    ["of another type", "GET", `/v1/agreements/${ID}`, said(200, { ...AGREEMENT, reference: 1 })],
    ["with another date", "GET", `/v1/agreements/${ID}`, said(200, { ...AGREEMENT, created_date: "today" })],
    ["without its header", "POST", "/v1/agreements", said(201, AGREEMENT)],
    ["with a body too many", "POST", `/v1/agreements/${ID}/cancel`, said(204, {})],
    ["where nothing is", "GET", "/v1/nothing", said(200, AGREEMENT)],
    ["of another kind", "GET", `/v1/agreements/${ID}`, said(200, AGREEMENT, { "content-type": "text/html" })],
  ])("%s is found out", (_, method, path, answer) => {
    expect(() => assertDescribed(method, path, answer)).toThrow(`${method} ${path} answered`);
  });
});
