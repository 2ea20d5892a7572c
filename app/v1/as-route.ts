import { clientAddress } from "@/domain/client-address";
import { readLimited } from "../read-limited";
import type { ApiCall } from "./api-call";
import { dispatch } from "./dispatch";
import type { Handler } from "./handle";
import { register } from "./registry";

type Verb = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
type RouteContext = { params: Promise<Record<string, string | string[]>> };
type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

/**
 * Handlers of one address as Next.js wants them, every verb answered by the same code; and the same handlers
 * for server.mjs, which calls them without Next's router in between.
 */
export function asRoute(...handlers: Handler[]): Record<Verb, RouteHandler> {
  register(handlers);
  const answer: RouteHandler = async (request, context) => {
    const call = await callOf(request, context);
    // Next.js takes /v1/payments/ for /v1/payments; it is another address, and there is nothing (D35).
    const { status, headers, body } = await dispatch(call, call.path.endsWith("/") ? [] : handlers);
    return new Response(body ?? null, { status, headers });
  };
  return {
    GET: answer,
    HEAD: answer,
    POST: answer,
    PUT: answer,
    PATCH: answer,
    DELETE: answer,
    OPTIONS: answer,
  };
}

async function callOf(request: Request, context: RouteContext): Promise<ApiCall> {
  const { pathname, searchParams } = new URL(request.url);
  const header = (name: string) => request.headers.get(name) ?? undefined;
  return {
    method: request.method,
    path: pathname,
    params: (await context.params) as Record<string, string>,
    query: searchParams,
    header,
    readBody: async (limitBytes) => readLimited(request, limitBytes),
    address: clientAddress(header, undefined),
  };
}
