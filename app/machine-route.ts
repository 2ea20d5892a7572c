import { log } from "@/domain/log";
import { machineHeaders } from "./machine-headers";

const VERBS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Verb = (typeof VERBS)[number];
type RouteHandler<Context> = (request: Request, context: Context) => Promise<Response>;

/**
 * Handlers of an address for machines, every verb answered with the same headers: those that it has not with 405,
 * which Next.js would answer without any, and what fails with 500.
 */
export function machineRoute<Context = unknown>(
  handlers: Partial<Record<Verb, RouteHandler<Context>>>,
): Record<Verb, RouteHandler<Context>> {
  const has = { ...handlers, ...(handlers.GET && { HEAD: handlers.GET }) };
  const allow = VERBS.filter((verb) => has[verb]).join(", ");
  const answer: RouteHandler<Context> = async (request, context) => {
    const handler = VERBS.filter((verb) => verb === request.method).map((verb) => has[verb])[0];
    if (!handler) return new Response(null, { status: 405, headers: { ...machineHeaders(), Allow: allow } });
    try {
      return await handler(request, context);
    } catch (error) {
      log.error(
        { err: error, path: new URL(request.url).pathname },
        "an address for machines could not answer",
      );
      return new Response(null, { status: 500, headers: machineHeaders() });
    }
  };
  return Object.fromEntries(VERBS.map((verb) => [verb, answer])) as Record<Verb, RouteHandler<Context>>;
}
