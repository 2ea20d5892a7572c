import { randomBytes } from "node:crypto";
import { NextResponse, type NextRequest } from "next/server";
import { gate, PROBLEM_PAGES, type PageRequest, type Verdict } from "@/app/(pay)/gate";
import { pageHeaders } from "@/app/(pay)/page-headers";
import { readForm } from "@/app/(pay)/read-form";
import { secondsToWait } from "@/app/(pay)/too-many/wait";
import { adminGate, isAdminPath, staffProblem, type StaffVerdict } from "@/app/admin/gate";
import { publicUrl } from "@/domain/public-url";
import { log } from "@/domain/log";

/** Pages only: the API and the health check answer for themselves, static files and logos need no gate. */
export const config = {
  matcher: [
    "/((?!v1/|v1$|healthcheck$|metrics$|csp-report$|cron/[^/]+$|notifications/[^/]+/[^/]+$|logo/[^/]+/[^/]+$|admin/platform/card-ranges/submit$|_next/static/).*)",
    // A file that is larger than what may come this way goes straight to its action (app/admin/routes.ts).
    {
      source: "/admin/platform/card-ranges/submit",
      missing: [{ type: "header", key: "content-type", value: "multipart/form-data.*" }],
    },
  ],
};

const TOKEN = /^(\/secure|\/admin\/invitation|\/admin\/new-password)\/.*/u;

/** What Next.js runs before any page: the gate's verdict is carried out, with headers on every answer. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const requestId = crypto.randomUUID();
  const nonce = randomBytes(16).toString("base64");
  const verdict = await judge(request, requestId);
  // A link's token opens a payment or a member of staff's account: it has no place in a log.
  const path = request.nextUrl.pathname.replace(TOKEN, "$1/[token]");
  log.info({ requestId, method: request.method, path, verdict: verdict.is });
  const headers = pageHeaders(nonce, verdict.is === "show" ? verdict : {});
  const response = carryOut(verdict, request, { ...headers, "X-Request-Id": requestId });
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  response.headers.set("X-Request-Id", requestId);
  return response;
}

async function judge(request: NextRequest, requestId: string): Promise<Verdict | StaffVerdict> {
  const asked: PageRequest = {
    method: request.method,
    path: request.nextUrl.pathname,
    search: request.nextUrl.search,
    header: (name) => request.headers.get(name),
    cookie: (name) => request.cookies.get(name)?.value,
    field: async (name) => (await readForm(request))?.[name],
  };
  const isStaff = isAdminPath(asked.path);
  try {
    return await (isStaff ? adminGate : gate)(asked, new Date());
  } catch (error) {
    log.error({ err: error, requestId }, "the gate failed");
    return isStaff ? staffProblem("system-problem") : { is: "problem", page: "/system-problem" };
  }
}

function carryOut(
  verdict: Verdict | StaffVerdict,
  request: NextRequest,
  headers: Record<string, string>,
): NextResponse {
  const forwarded = new Headers(request.headers);
  // Next.js takes the nonce of its own scripts from here.
  for (const [name, value] of Object.entries(headers)) forwarded.set(name, value);
  // No page of ours has a Server Action. What looks like a call of one would get Next.js' word for that instead of a
  // page that says what the matter is.
  if (verdict.is === "problem" || verdict.is === "staffProblem")
    for (const name of ["content-type", "next-action"]) forwarded.delete(name);
  const onward = { request: { headers: forwarded } };
  switch (verdict.is) {
    case "show": {
      const response = NextResponse.next(onward);
      if (verdict.cookie !== undefined) response.headers.append("Set-Cookie", verdict.cookie);
      return response;
    }
    case "handle":
      return NextResponse.rewrite(new URL(verdict.at, request.url), onward);
    case "problem": {
      const page = new URL(verdict.page, request.url);
      // Too many tries: for how long to wait stands in the address.
      if (request.nextUrl.pathname === verdict.page) page.search = request.nextUrl.search;
      const response = NextResponse.rewrite(page, { ...onward, status: PROBLEM_PAGES[verdict.page] });
      if (verdict.page === "/too-many")
        response.headers.set("Retry-After", String(secondsToWait(page.searchParams)));
      return response;
    }
    case "staffProblem":
      return NextResponse.rewrite(new URL(verdict.page, request.url), { ...onward, status: verdict.status });
    case "go": {
      // Next.js wants it absolute; from the configured address, so that no Host header gets a say in it.
      const response = NextResponse.redirect(publicUrl(verdict.to), 303);
      if (verdict.cookie !== undefined) response.headers.set("Set-Cookie", verdict.cookie);
      return response;
    }
    case "notAllowed":
      return new NextResponse(null, { status: 405, headers: { Allow: verdict.allow } });
    case "nothing":
      return new NextResponse(null, { status: 204 });
  }
}
