import { findSession } from "@/domain/staff/find-session";
import type { StaffRequest } from "@/domain/staff/staff-request";
import { formTokenOf } from "./form-token";
import { ADMIN_ROUTES, addressOf, type ActionName, type DownloadName, type RouteName } from "./routes";

type Params = Readonly<Record<string, string>>;
type Context = { params: Promise<Params | undefined> };
type Handler = (sent: Request, context: Context) => Promise<Response>;

/** For tests: the names in square brackets of a route's path. */
export function paramsIn(name: RouteName): string[] {
  return [...ADMIN_ROUTES[name].path.matchAll(/\[(\w+)\]/gu)].map(([, param = ""]) => param);
}

/** For tests: a form posted to an action's own door, round the gate, with its session's token unless `form` has one. */
export async function post(
  browser: StaffRequest,
  name: ActionName,
  params: Params,
  form: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const session = await findSession(browser, new Date());
  const body = new URLSearchParams({ csrf: session ? formTokenOf(session) : "", ...form });
  const { POST } = await doorOf(name, "/submit");
  return knock(
    POST,
    new Request(address(name, params), { ...sentBy(browser), method: "POST", body }),
    params,
  );
}

/** For tests: a file asked for at its own door, round the gate. */
export async function download(browser: StaffRequest, name: DownloadName, params: Params): Promise<Response> {
  const { GET } = await doorOf(name, "");
  return knock(GET, new Request(address(name, params), sentBy(browser)), params);
}

async function doorOf(name: RouteName, folder: "" | "/submit"): Promise<{ POST?: Handler; GET?: Handler }> {
  const file = `${process.cwd()}/app${ADMIN_ROUTES[name].path}${folder}/route.ts`;
  return (await import(/* @vite-ignore */ file)) as { POST?: Handler; GET?: Handler };
}

async function knock(handler: Handler | undefined, sent: Request, params: Params): Promise<Response> {
  if (!handler) throw new Error(`${sent.url} has no door.`);
  // Next.js gives none at all where the path has none.
  return handler(sent, { params: Promise.resolve(Object.keys(params).length > 0 ? params : undefined) });
}

function address(name: RouteName, params: Params): string {
  return `http://localhost${addressOf(name, params)}`;
}

function sentBy({ cookie }: StaffRequest) {
  return { headers: { cookie } };
}
