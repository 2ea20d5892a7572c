import { createHash } from "node:crypto";
import { openApiDocument } from "@/contract/openapi";
import type { ApiAnswer, ApiCall } from "../api-call";
import { asRoute } from "../as-route";
import type { Handler } from "../handle";
import { publicUrl } from "@/domain/public-url";

const MAX_AGE_SECONDS = 3600;

interface Published {
  readonly document: object;
  readonly tag: string;
}

let published: Published | undefined;

/** The API's own description, for anybody: no key, no rate, nothing of any account. It changes with a deployment only. */
const describe: Handler = {
  operation: { method: "GET", path: "/v1/openapi.json" },
  answer: async (call) => {
    const { document, tag } = (published ??= publish());
    const headers = { "Cache-Control": `public, max-age=${MAX_AGE_SECONDS}`, ETag: tag };
    return isKnown(call, tag)
      ? { status: 304, headers }
      : ({ status: 200, body: document, headers } satisfies ApiAnswer);
  },
};

function publish(): Published {
  const document = openApiDocument(publicUrl(""));
  const digest = createHash("sha256").update(JSON.stringify(document)).digest("base64url");
  return { document, tag: `"${digest}"` };
}

/** Whether the caller has it already; what proxies make of a tag (`W/…`) counts. */
function isKnown(call: ApiCall, tag: string): boolean {
  const known = call.header("if-none-match")?.split(",") ?? [];
  return known.some((each) => ["*", tag].includes(each.trim().replace(/^W\//u, "")));
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = asRoute(describe);
