import { startPayment } from "@/domain/payments/start-payment";
import { notePageVisit } from "@/domain/payments/note-page-visit";
import { findStage, type Stage } from "@/domain/payments/find-journey";
import { isId } from "@/domain/new-id";
import { inBackground } from "@/domain/background";
import { isRefused } from "@/domain/refused";
import { addressOf, pageFor, type JourneyPage } from "./journey";
import { JOURNEY_COOKIE, openJourney, readJourneys } from "./journey-cookie";

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
  | { is: "show"; formOrigin?: string; cookie?: string }
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
  const [, area, name = "", page = "", ...more] = request.path.split("/");
  if (area === "secure") return openByToken(request, name, now);
  if (Object.hasOwn(PROBLEM_PAGES, request.path)) return { is: "problem", page: request.path as ProblemPage };
  if (area !== "card-details" && area !== "return") return onlyReading(request);
  if (!isId(name) || more.length > 0) return { is: "problem", page: "/not-found" };
  const journeys = await readJourneys(request.cookie(JOURNEY_COOKIE), now);
  if (!Object.hasOwn(journeys, name)) return { is: "problem", page: "/session-problem" };
  if (request.method === "POST") return post(request, area, name, page);
  if (request.method !== "GET" && request.method !== "HEAD")
    return { is: "notAllowed", allow: "GET, HEAD, POST" };
  if (area === "return" || page === "status") return { is: "show" };
  const stage = await findStage(name, now);
  if (!stage) return { is: "problem", page: "/not-found" };
  const verdict = showPage(stage, page);
  if (verdict.is === "show" && request.method === "GET")
    inBackground("note a page visit", () => notePageVisit(stage.payment, pageFor(stage), now));
  return verdict;
}

function onlyReading({ method }: PageRequest): Verdict {
  return method === "GET" || method === "HEAD" ? { is: "show" } : { is: "notAllowed", allow: "GET, HEAD" };
}

const PAGES: Readonly<Record<string, JourneyPage>> = {
  "": "card-details",
  waiting: "waiting",
  confirm: "confirm",
  ended: "ended",
};

function showPage(stage: Stage, asked: string): Verdict {
  const page = Object.hasOwn(PAGES, asked) ? PAGES[asked] : undefined;
  if (!page)
    return Object.hasOwn(POSTS, asked)
      ? { is: "notAllowed", allow: "POST" }
      : { is: "problem", page: "/not-found" };
  const right = pageFor(stage);
  if (page !== right) return { is: "go", to: addressOf(stage.payment.id, right) };
  // Browsers apply form-action to where a form's answer redirects: after Confirm that is the return_url.
  const returnUrl = stage.payment.returnUrl;
  return page === "confirm" && returnUrl !== null
    ? { is: "show", ...originForPolicy(returnUrl) }
    : { is: "show" };
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
export function isOurOwnForm(request: PageRequest): boolean {
  const site = request.header("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = request.header("origin");
  return origin === null || origin === "null" || origin === new URL(ownUrl()).origin;
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
  const journeys = await readJourneys(request.cookie(JOURNEY_COOKIE), now);
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

function ownUrl(): string {
  return process.env.PUBLIC_URL ?? "http://localhost:3000";
}
