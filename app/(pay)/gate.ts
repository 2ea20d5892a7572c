import { startPayment } from "@/domain/payments/start-payment";
import { notePageVisit } from "@/domain/payments/note-page-visit";
import { findDeviceCheck } from "@/domain/payments/find-device-check";
import { findStage, type Stage } from "@/domain/payments/find-journey";
import { isId } from "@/domain/new-id";
import { inBackground } from "@/domain/background";
import { publicUrl } from "@/domain/public-url";
import { isRefused } from "@/domain/refused";
import { addressOf, pageFor, type JourneyPage } from "./journey";
import { journeyCookie, openJourney, readJourneys } from "./journey-cookie";
import type { Elsewhere } from "./page-headers";

/** A page that says why there is nothing to see, with the HTTP status that goes with it. */
export const PROBLEM_PAGES = {
  "/link-problem": 403,
  "/session-problem": 403,
  "/not-found": 404,
  "/too-many": 429,
  "/system-problem": 500,
} as const;
export type ProblemPage = keyof typeof PROBLEM_PAGES;

/** What becomes of a request before any page is made. */
export type Verdict =
  | ({ is: "show"; cookie?: string } & Elsewhere)
  /** Carried out by another address's code, the address bar unchanged. */
  | { is: "handle"; at: string }
  | { is: "go"; to: string; cookie?: string }
  | { is: "problem"; page: ProblemPage }
  | { is: "notAllowed"; allow: string }
  | { is: "nothing" };

/** A request for a page, as far as the gate looks at it. */
export interface PageRequest {
  readonly method: string;
  readonly path: string;
  /** With its question mark; empty without. */
  readonly search: string;
  header(name: string): string | null;
  cookie(name: string): string | undefined;
  /** A field of the posted form. */
  field(name: string): Promise<string | undefined>;
}

/**
 * The doorway of the payer's pages: whether this browser may see this payment, and which page is right for its
 * status. Back, reload, two tabs and double submit all end at the page for the status (303); a GET changes
 * nothing but the token it spends.
 */
export async function gate(request: PageRequest, now: Date): Promise<Verdict> {
  const [, area, name = "", ...rest] = request.path.split("/");
  const page = rest.join("/");
  if (area === "secure") return openByToken(request, name, now);
  if (area === "sandbox" && name === "bank") return sandboxBank(request, page);
  if (Object.hasOwn(PROBLEM_PAGES, request.path)) return { is: "problem", page: request.path as ProblemPage };
  if (area !== "card-details" && area !== "return") return onlyReading(request);
  if (!isId(name) || rest.length > 2) return { is: "problem", page: "/not-found" };
  const journeys = await readJourneys(request.cookie(journeyCookie()), now);
  const isOpen = Object.hasOwn(journeys, name);
  if (area === "card-details" && page === "three-d-secure/return") {
    return backFromBank(request, name, isOpen, now);
  }
  if (!isOpen) return { is: "problem", page: "/session-problem" };
  if (request.method === "POST") return post(request, area, name, page);
  if (!isReading(request)) return { is: "notAllowed", allow: "GET, HEAD, POST" };
  if (area === "return") return toTheService(request, name, page);
  if (page === "status") return { is: "show" };
  const stage = await findStage(name, now);
  if (!stage) return { is: "problem", page: "/not-found" };
  const verdict = await showPage(stage, page, now);
  if (verdict.is === "show" && request.method === "GET")
    inBackground("note a page visit", () => notePageVisit(stage.payment, pageFor(stage), now));
  return verdict;
}

function isReading({ method }: PageRequest): boolean {
  return method === "GET" || method === "HEAD";
}

function onlyReading(request: PageRequest): Verdict {
  return isReading(request) ? { is: "show" } : { is: "notAllowed", allow: "GET, HEAD" };
}

/**
 * The bank sends the payer back, from another site. Its post brings no cookie (SameSite=Lax), so it is answered with
 * the same address by GET, which brings it again; what was posted is not believed anyway.
 */
async function backFromBank(
  request: PageRequest,
  paymentId: string,
  isOpen: boolean,
  now: Date,
): Promise<Verdict> {
  if (request.method === "POST") return { is: "go", to: `${addressOf(paymentId, "three-d-secure")}/return` };
  if (!isReading(request)) return { is: "notAllowed", allow: "GET, HEAD, POST" };
  const stage = isOpen ? await findStage(paymentId, now) : undefined;
  const right = stage ? pageFor(stage) : "three-d-secure";
  return right === "three-d-secure" ? { is: "show" } : { is: "go", to: addressOf(paymentId, right) };
}

/**
 * On to return_url. Browsers apply the form-action of the page on which Confirm was pressed to every redirect that
 * follows, also to those of the service's own site, which we cannot know: with the money taken, the payer would be
 * stuck. So browsers are given a page that goes on by itself, and with it the form's redirects end here. Whoever is
 * no browser gets the plain 303.
 */
function toTheService(request: PageRequest, paymentId: string, page: string): Verdict {
  if (page !== "") return { is: "problem", page: "/not-found" };
  return request.header("sec-fetch-mode") === "navigate"
    ? { is: "handle", at: `/return/${paymentId}/onward` }
    : { is: "show" };
}

/** The sandbox plays the payer's bank too: a site of its own, which knows nothing of our cookie. */
function sandboxBank(request: PageRequest, paymentId: string): Verdict {
  if (!isId(paymentId)) return { is: "problem", page: "/not-found" };
  if (isReading(request)) return { is: "show" };
  if (request.method !== "POST") return { is: "notAllowed", allow: "GET, HEAD, POST" };
  return isOurOwnForm(request)
    ? { is: "handle", at: `/sandbox/bank/${paymentId}/answer` }
    : { is: "problem", page: "/session-problem" };
}

const PAGES: Readonly<Record<string, JourneyPage>> = {
  "": "card-details",
  waiting: "waiting",
  "three-d-secure": "three-d-secure",
  confirm: "confirm",
  ended: "ended",
};

async function showPage(stage: Stage, asked: string, now: Date): Promise<Verdict> {
  const page = Object.hasOwn(PAGES, asked) ? PAGES[asked] : undefined;
  if (!page) {
    return Object.hasOwn(POSTS, asked)
      ? { is: "notAllowed", allow: "POST" }
      : { is: "problem", page: "/not-found" };
  }
  const right = pageFor(stage);
  if (page !== right) return { is: "go", to: addressOf(stage.payment.id, right) };
  if (page === "card-details") {
    const check = await findDeviceCheck(stage.payment, now);
    return check ? { is: "show", frames: true, ...originForPolicy(check.url) } : { is: "show" };
  }
  const elsewhere = whereItsFormLeads(page, stage);
  return elsewhere === null ? { is: "show" } : { is: "show", ...originForPolicy(elsewhere) };
}

/** Where else than with us a page's form may end (D31): browsers apply form-action to redirects too. */
function whereItsFormLeads(page: JourneyPage, { payment: { returnUrl, challenge } }: Stage): string | null {
  if (page === "confirm") return returnUrl;
  return page === "three-d-secure" && challenge?.challenge.via === "post" ? challenge.challenge.url : null;
}

/** An origin as a Content-Security-Policy can name it; some hosts that URLs allow would end the directive. */
function originForPolicy(url: string): { formOrigin?: string } {
  const { origin } = new URL(url);
  return /^https?:\/\/[\w.:[\]-]+$/u.test(origin) ? { formOrigin: origin } : {};
}

/** Where each form's post is carried out. */
const POSTS: Readonly<Record<string, string>> = {
  "": "submit",
  "check-card": "check-card",
  confirm: "confirm/submit",
  cancel: "cancel",
  "three-d-secure/complete": "three-d-secure/complete",
};

async function post(request: PageRequest, area: string, paymentId: string, page: string): Promise<Verdict> {
  const handler = area === "card-details" && Object.hasOwn(POSTS, page) ? POSTS[page] : undefined;
  if (handler === undefined) return { is: "notAllowed", allow: "GET, HEAD" };
  if (!isOurOwnForm(request)) return { is: "problem", page: "/session-problem" };
  return { is: "handle", at: `/card-details/${paymentId}/${handler}` };
}

/**
 * Whether a post can have come from our own page. Our no-referrer policy makes browsers send `Origin: null`, so
 * Sec-Fetch-Site decides where it is there (D31). Without either, the cookie (SameSite=Lax, never sent with
 * another site's post) and the form's own token, which the form's handler checks, are what is left.
 */
export function isOurOwnForm(request: Pick<PageRequest, "header">): boolean {
  const site = request.header("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = request.header("origin");
  return origin === null || origin === "null" || origin === new URL(publicUrl("")).origin;
}

/** Whether the form's token is the only proof that a post is ours: an old browser that says neither. */
export function needsFormToken(header: (name: string) => string | null): boolean {
  return header("sec-fetch-site") === null && header("origin") === "null";
}

/** Fetched by a browser ahead of any click, which must not spend a token. */
function isPrefetch(request: PageRequest): boolean {
  return ["sec-purpose", "purpose", "x-moz"].some((name) => /prefetch/u.test(request.header(name) ?? ""));
}

async function openByToken(request: PageRequest, inPath: string, now: Date): Promise<Verdict> {
  if (request.method === "HEAD" || isPrefetch(request)) return { is: "nothing" };
  if (request.method !== "GET" && request.method !== "POST") return { is: "notAllowed", allow: "GET, POST" };
  const token = request.method === "POST" ? ((await request.field("chargeTokenId")) ?? inPath) : inPath;
  const journeys = await readJourneys(request.cookie(journeyCookie()), now);
  const opened = await startPayment(token, now);
  if (!isRefused(opened)) {
    return {
      is: "go",
      to: addressOf(opened.id, "card-details"),
      cookie: await openJourney(journeys, opened.id, now),
    };
  }
  const paymentId = String(opened.details.paymentId);
  return Object.hasOwn(journeys, paymentId)
    ? { is: "go", to: addressOf(paymentId, "card-details") }
    : { is: "problem", page: "/link-problem" };
}
