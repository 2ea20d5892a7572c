import { randomUUID } from "node:crypto";
import { isOurOwnForm } from "@/app/(pay)/gate";
import { pageHeaders } from "@/app/(pay)/page-headers";
import { readFormWithFiles } from "@/app/(pay)/read-form";
import { senderAddress } from "@/app/sender-address";
import { database } from "@/db/client";
import type { Staff } from "@/domain/caller";
import { log } from "@/domain/log";
import type { Act } from "@/domain/staff/acts";
import type { StaffSession } from "@/domain/staff/find-session";
import { noteAct } from "@/domain/staff/note-act";
import { STAFF_LIMITS } from "@/domain/staff/staff-limits";
import type { StaffRequest } from "@/domain/staff/staff-request";
import { authorise, type CallerOf } from "./authorise";
import { keepFlash, type Flash, type Problem } from "./flash";
import { isFormTokenOf } from "./form-token";
import { elsewhere } from "./gate";
import { ADMIN_ROUTES, addressOf, type ActionName, type AdminRoute, type Params } from "./routes";

/** What an action's own code is given: everything checked that its row of routes.ts can check. */
export interface ActionAsked<Name extends ActionName> {
  readonly caller: CallerOf<Name>;
  readonly session: StaffSession | undefined;
  readonly params: Params;
  /** The form's fields, trimmed; one that was not sent is empty. */
  readonly field: (name: string) => string;
  /** All of them, for forms whose fields are as many as what they list. */
  readonly answers: Readonly<Record<string, string>>;
  /** As it was typed, for passwords. */
  readonly rawField: (name: string) => string;
  /** A file that came with it; undefined for one that was not chosen. */
  readonly file: (name: string) => Buffer | undefined;
  readonly request: StaffRequest;
  readonly now: Date;
  /** Whether the second factor was proved a moment ago; if not, answer with `stepUp()`. */
  readonly provedLately: boolean;
}

/** Where the browser goes on to (303), and what the page there has to say. */
export interface Outcome {
  readonly to: string;
  readonly flash?: Flash;
  /** The page that the flash is for, where another comes in between. */
  readonly flashFor?: string;
  readonly cookies?: readonly string[];
  /** Whether nothing was done: nothing is then expected in the audit. */
  readonly refused?: true;
}

/** The act was done: on to a page that says so. */
export function done(
  to: string,
  sentence?: string,
  more: Partial<Outcome> & { flash?: Flash } = {},
): Outcome {
  return { ...more, to, flash: { ...more.flash, ...(sentence !== undefined && { done: sentence }) } };
}

/** Back to the form, which says what is wrong and keeps what was typed. */
export function again(
  to: string,
  problems: readonly Problem[],
  values: Readonly<Record<string, string>> = {},
): Outcome {
  return { to, flash: { problems, values }, refused: true };
}

/** To the page that asks for the second factor again, and from there back to the form. */
export function stepUp(to: string, values: Readonly<Record<string, string>> = {}): Outcome {
  return {
    to: `${addressOf("secondFactor")}?next=${encodeURIComponent(to)}`,
    flash: { values },
    flashFor: to,
    refused: true,
  };
}

interface Settings {
  /** The name by which the audit has it, where the verb does not note it in its own transaction. */
  readonly act?: Act;
}

const FORM_KIBIBYTES = 64;
/** What comes beside a file. With a logo it stays below what Next.js cuts off (next.config.mjs). */
const BESIDE_FILE_KIBIBYTES = 20;

/** Next.js gives no parameters at all where the path has none. */
type Context = { params: Promise<Record<string, string> | undefined> };

/**
 * The doorway of an action of staff: who asks, whether they may, whether the form is ours, whether the second factor
 * has to be proved again; then the action's own code, which calls a verb of the domain and answers where to go on
 * to. Whatever comes of it, the browser is sent on with GET, so that a reload never sends the form again.
 *
 * Each act leaves exactly one entry in the audit: the verb's own, or else one that is written here.
 */
export function staffAction<Name extends ActionName>(
  name: Name,
  act: (asked: ActionAsked<Name>) => Promise<Outcome>,
  settings: Settings = {},
) {
  const route: AdminRoute = ADMIN_ROUTES[name];
  const answer = async (sent: Request, params: Params, now: Date): Promise<Response> => {
    try {
      const request = requestOf(sent);
      const decision = await authorise(name, params, request, now);
      if (decision.is !== "admitted") {
        const verdict = elsewhere(decision, undefined);
        return goOn({ to: verdict.is === "go" ? verdict.to : "/admin/problem/not-allowed" }, now);
      }
      const { caller, session } = decision;
      const form = await readFormWithFiles(sent, kibibytesOf(route) * 1024);
      // It was not read to its end, so nothing is done; that it is too large can be told to anybody.
      if (!form && route.upload) return goOn(again(addressOf(name, params), [tooLarge(route.upload)]), now);
      const answers = form?.fields;
      const isOurs =
        isOurOwnForm({ header: (header) => sent.headers.get(header) }) &&
        (route.needs === "nobody" || (session && isFormTokenOf(session, answers?.csrf)));
      if (!answers || !isOurs) return goOn({ to: "/admin/problem/session-problem" }, now);
      const provedLately = isLately(session?.provedAt, now);
      if (route.stepUp && !provedLately)
        return goOn(stepUp(backFrom(answers, addressOf(name, params)), typedIn(answers)), now);
      const outcome = await act({
        caller: caller as CallerOf<Name>,
        session,
        params,
        answers,
        field: (field) => (answers[field] ?? "").trim(),
        rawField: (field) => answers[field] ?? "",
        file: (field) => form?.files[field],
        request,
        now,
        provedLately,
      });
      if (!outcome.refused && caller) await noteWhatWasNot(caller, settings.act, now);
      return goOn(outcome, now);
    } catch (error) {
      log.error(
        { err: error, action: name, requestId: sent.headers.get("x-request-id") },
        "an action failed",
      );
      return goOn({ to: "/admin/problem/system-problem" }, now);
    }
  };
  return async (sent: Request, { params: given }: Context): Promise<Response> => {
    const response = await answer(sent, (await given) ?? {}, new Date());
    // Nobody has gone before who would add them.
    if (route.straight)
      for (const [header, value] of Object.entries(pageHeaders(randomUUID())))
        response.headers.set(header, value);
    return response;
  };
}

function kibibytesOf({ upload }: AdminRoute): number {
  return upload ? BESIDE_FILE_KIBIBYTES + upload.kibibytes : FORM_KIBIBYTES;
}

/** What is wrong with a file that is larger than it may be. */
export function tooLarge({ field, kibibytes }: NonNullable<AdminRoute["upload"]>): Problem {
  const most = kibibytes < 1024 ? `${kibibytes} KB` : `${kibibytes / 1024} MB`;
  return { field, text: `The file must be smaller than ${most}.` };
}

function requestOf(sent: Request): StaffRequest {
  return {
    cookie: sent.headers.get("cookie") ?? "",
    address: senderAddress((name) => sent.headers.get(name)),
    userAgent: sent.headers.get("user-agent") ?? undefined,
  };
}

/** The page that a form stands on, where it is not the one at the action's own address. */
function backFrom({ from }: Readonly<Record<string, string>>, address: string): string {
  return from !== undefined && from.startsWith("/admin/") ? from : address;
}

/** What may be kept of a form to be typed no second time. */
function typedIn(answers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !NEVER_KEPT.has(name)));
}

const NEVER_KEPT = new Set(["csrf", "from", "password", "current", "code"]);

function isLately(provedAt: Date | null | undefined, now: Date): boolean {
  return now.getTime() - (provedAt?.getTime() ?? 0) < STAFF_LIMITS.stepUpMinutes * 60_000;
}

async function noteWhatWasNot(caller: Staff, what: Act | undefined, now: Date): Promise<void> {
  if (what === undefined || caller.noted.acts > 0) return;
  await database().transaction(async (transaction) => noteAct(transaction, caller, what, {}, now));
}

function goOn({ to, flash, flashFor = to, cookies = [] }: Outcome, now: Date): Response {
  const headers = new Headers({ Location: to });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  const path = flashFor.split("?", 1)[0] ?? flashFor;
  const says = flash && (flash.done ?? flash.problems ?? flash.values ?? flash.shownOnce) !== undefined;
  if (says) headers.append("Set-Cookie", keepFlash(path, flash, now));
  return new Response(null, { status: 303, headers });
}
