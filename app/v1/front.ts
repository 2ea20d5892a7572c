import type { IncomingMessage, ServerResponse } from "node:http";
import { clientAddress } from "@/domain/client-address";
import { log } from "@/domain/log";
import "./agreements/route";
import "./agreements/[agreementId]/route";
import "./agreements/[agreementId]/cancel/route";
import "./auth/route";
import "./disputes/route";
import "./openapi.json/route";
import "./payments/route";
import "./payments/[paymentId]/route";
import "./payments/[paymentId]/cancel/route";
import "./payments/[paymentId]/capture/route";
import "./payments/[paymentId]/events/route";
import "./payments/[paymentId]/refunds/route";
import "./payments/[paymentId]/refunds/[refundId]/route";
import "./refunds/route";
import type { ApiCall } from "./api-call";
import { dispatch } from "./dispatch";
import { findHandlers } from "./registry";
import { traceRequest } from "./trace-request";

/**
 * Answers requests to the API on node's own request and response, without Next's router in between: server.mjs
 * offers it every request first.
 *
 * @returns whether it has taken the request.
 */
export function front(request: IncomingMessage, response: ServerResponse): boolean {
  const url = request.url ?? "/";
  if (!/^\/v1(?:[/?]|$)/u.test(url)) return false;
  respond(request, response, url).catch((error: unknown) => {
    log.error({ err: error }, "the API could not answer");
    response.destroy();
  });
  return true;
}

async function respond(request: IncomingMessage, response: ServerResponse, url: string): Promise<void> {
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  const { handlers, params } = findHandlers(path);
  const header = (name: string) => request.headers[name] as string | undefined;
  const call: ApiCall = {
    method: request.method ?? "GET",
    path,
    params,
    query: new URLSearchParams(mark === -1 ? "" : url.slice(mark + 1)),
    header,
    readBody: async (limitBytes) => readLimited(request, limitBytes),
    address: clientAddress(header, request.socket.remoteAddress),
  };
  const { status, headers, body } = await traceRequest(request, path, handlers, async () =>
    dispatch(call, handlers),
  );
  // A body that was not read to its end must not be taken for the next request.
  response.writeHead(status, request.complete ? headers : { ...headers, Connection: "close" });
  response.end(body);
}

async function readLimited(request: IncomingMessage, limitBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early must not cut the connection: the caller is owed an answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limitBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
