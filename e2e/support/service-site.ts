import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface Visit {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A public body's own web site, at an origin and a host other than ours: where payers come from and go back to. */
export interface ServiceSite {
  readonly origin: string;
  /** Everybody who came to an address, in order. */
  visitsTo(path: string): Visit[];
  /** Puts a page up. @returns its address. */
  show(path: string, html: string): string;
  /** Sends whoever comes to an address elsewhere. @returns the address. */
  redirect(path: string, to: string): string;
}

export async function openServiceSite(): Promise<ServiceSite & { close(): Promise<void> }> {
  const visits: Visit[] = [];
  const pages = new Map<string, string>();
  const redirects = new Map<string, string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      visits.push({ method, path: url, headers, body: Buffer.concat(chunks).toString() });
      const to = redirects.get(url);
      if (to !== undefined) return response.writeHead(302, { Location: to }).end();
      const html = pages.get(url) ?? "<h1>The service</h1>";
      response
        .setHeader("Content-Type", "text/html; charset=utf-8")
        .end(`<!doctype html><html lang="en"><title>The service</title>${html}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    visitsTo: (path) => visits.filter((visit) => visit.path === path),
    show: (path, html) => {
      pages.set(path, html);
      return origin + path;
    },
    redirect: (path, to) => {
      redirects.set(path, to);
      return origin + path;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
