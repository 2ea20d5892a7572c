import type { ReactNode } from "react";
import { cookies, headers } from "next/headers";
import { redirect, unstable_rethrow } from "next/navigation";
import { senderAddress } from "@/app/sender-address";
import { StaffTemplate } from "@/components/admin/staff-template";
import { listAccounts } from "@/domain/accounts/find-account";
import { log } from "@/domain/log";
import type { StaffSession } from "@/domain/staff/find-session";
import { authorise, type CallerOf } from "./authorise";
import { allProblems, FLASH_COOKIE, readFlash, type Flash, type Problem } from "./flash";
import { formTokenOf } from "./form-token";
import { elsewhere } from "./gate";
import { navigationFor } from "./navigation";
import { addressOf, type PageName, type Params } from "./routes";

/** What a page's own code is given: everything checked that its row of routes.ts can check. */
export interface PageAsked<Name extends PageName> {
  readonly caller: CallerOf<Name>;
  readonly session: StaffSession | undefined;
  readonly params: Params;
  readonly query: Readonly<Record<string, string>>;
  /** What the action before left to be said here. */
  readonly flash: Flash;
  /** For the hidden field `csrf` of every form. */
  readonly csrf: string;
  /** The page's own address, without the query: where its form posts to. */
  readonly here: string;
  readonly now: Date;
}

/** What it makes: the page's title, which is its heading too unless it brings its own, and its content. */
export interface PageMade {
  readonly title: string;
  readonly children: ReactNode;
  /** The way back to where this page is a part of. */
  readonly back?: { readonly href: string; readonly name: string };
  readonly caption?: string;
  /** What is wrong with what was asked for, where the page itself finds out. */
  readonly problems?: readonly Problem[];
}

interface NextProps {
  params: Promise<Record<string, string>>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/**
 * The doorway of a staff page: who asks, whether they may, then the page's own code within the tool's frame. One that
 * fails leads to a page that says so: Next.js shows nothing of it to staff without script.
 *
 * @param make undefined from it means that there is no such thing, which its verb found out.
 */
export function staffPage<Name extends PageName>(
  name: Name,
  make: (asked: PageAsked<Name>) => Promise<PageMade | undefined>,
) {
  const show = async ({ params: given, searchParams }: NextProps, now: Date) => {
    const [params, search, sent, jar] = await Promise.all([given, searchParams, headers(), cookies()]);
    const asker = {
      cookie: sent.get("cookie") ?? "",
      address: senderAddress((name) => sent.get(name)),
    };
    const decision = await authorise(name, params, asker, now);
    const here = addressOf(name, params);
    if (decision.is !== "admitted") {
      // The gate has stood in the way of all others already; whoever comes here has come round it.
      const verdict = elsewhere(decision, here);
      return redirect(verdict.is === "go" ? verdict.to : "/admin/problem/not-found");
    }
    const { caller, session } = decision;
    const flash = readFlash(jar.get(FLASH_COOKIE)?.value, here, now);
    const made = await make({
      caller: caller as CallerOf<Name>,
      session,
      params,
      query: single(search),
      flash,
      csrf: session ? formTokenOf(session) : "",
      here,
      now,
    });
    if (!made) return redirect("/admin/problem/not-found");
    const accounts = caller && "service" in caller ? await listAccounts(caller.service) : [];
    return (
      <StaffTemplate
        {...made}
        done={flash.done}
        problems={allProblems(made, flash)}
        navigation={navigationFor(name, caller, session, accounts)}
        csrf={session ? formTokenOf(session) : undefined}
      />
    );
  };
  return async function StaffPage(props: NextProps) {
    try {
      return await show(props, new Date());
    } catch (error) {
      // Redirects come as errors.
      unstable_rethrow(error);
      log.error({ err: error, page: name }, "a page failed");
      return redirect("/admin/problem/system-problem");
    }
  };
}

/** Parameters as text; of one given twice, the last. */
function single(search: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).map(([name, value]) => [
      name,
      (Array.isArray(value) ? value.at(-1) : value) ?? "",
    ]),
  );
}
