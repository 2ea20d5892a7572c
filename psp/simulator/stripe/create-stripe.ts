import type { Stripe } from "stripe";
import { z } from "zod";
import { withoutCards } from "../request-log";
import type { Answer, Frame, Protocol, SimulatedRequest } from "../protocol";
import { checkAccountId } from "./accounts";
import {
  accountOf,
  emptyBooks,
  forgetOld,
  found,
  idOf,
  newId,
  type Alarm,
  type Books,
  type Desk,
} from "./books";
import { openDispute } from "./disputes";
import { renderEvent, tellEvent, Webhook } from "./events";
import { expanded } from "./expand";
import { readForm, type Form } from "./form";
import { recall, remember } from "./idempotency";
import { brokenLaws } from "./invariants";
import { payOut, untilMidnight } from "./payouts";
import { failureAnswer, invalid, json, Refusal, refusalAnswer } from "./refusal";
import { ring } from "./ring";
import { findRoute } from "./routes";
import { threeDSecurePage } from "./three-d-secure-page";

const Settings = z.strictObject({
  webhooks: z.array(Webhook).optional(),
  /** Whether the bank takes the payouts from now on. */
  payouts: z.enum(["arrive", "fail"]).optional(),
});

/** What time brings: to one account, or to all of them. */
type Due = (Alarm & { account: string }) | { do: "payOut" };

interface Kept {
  readonly everybody: ReadonlyMap<string, Books>;
  readonly webhooks: Webhook[];
  readonly payoutsFail: boolean;
}

const SLOW_MILLISECONDS = 20_000;
const RETRY_MINUTES = [1, 5, 30, 60, 180, 360, 720, 1440, 1440];

/** Enough of Stripe's API for card payments, Connect transfers, disputes and payouts, with its rules and its words. */
export function createStripe(frame: Frame): Protocol {
  const everybody = new Map<string, Books>();
  let webhooks: Webhook[] = [];
  let payoutsFail = false;

  const booksOf = (account: string, isConnected = true): Books => {
    const books = everybody.get(account) ?? emptyBooks(account, isConnected);
    everybody.set(account, books);
    return books;
  };
  const deskOf = (books: Books): Desk => ({
    books,
    clock: frame.clock,
    url: frame.url,
    booksOf: (account) => booksOf(account),
    after: (milliseconds, alarm) =>
      frame.clock.after(milliseconds, { ...alarm, account: books.account } satisfies Due),
    tell: (of, type, object, previous) => tellEvent(frame, of, webhooks, type, object, previous),
  });
  const untilNextPayouts = () =>
    frame.clock.after(untilMidnight(frame.clock.now()), { do: "payOut" } satisfies Due);
  untilNextPayouts();

  /** A payment by our id or Stripe's: one intent for each time that it was opened. */
  const named = (ref: string) => {
    for (const books of everybody.values()) {
      const intents = [...books.intents.values()].filter(
        ({ id, metadata }) => id === ref || metadata["payment_id"] === ref,
      );
      if (intents.length > 0) return { books, intents };
    }
    return undefined;
  };

  const intentOfPage = (request: SimulatedRequest) => {
    const id = request.path.slice("/3ds/".length);
    for (const books of everybody.values()) {
      const intent = books.intents.get(id);
      if (intent) return { desk: deskOf(books), intent };
    }
    return undefined;
  };

  const respond = (request: SimulatedRequest): Answer => {
    const { path, method, fault } = request;
    if (path.startsWith("/3ds/")) {
      const asked = intentOfPage(request);
      return asked
        ? threeDSecurePage(asked.desk, asked.intent, request)
        : json(404, { error: "No such payment" });
    }
    const books = authorised(request, booksOf);
    const matched = findRoute(method, path);
    if (!matched)
      throw new Refusal(404, {
        type: "invalid_request_error",
        message: `Unrecognized request URL (${method}: ${path}).`,
      });
    const replay = recall(books, request, frame.clock.now());
    if (replay) return replay;
    const prepared = matched.route.prepare(formOf(request), matched.id);
    const answer = attempt(() => {
      if (fault?.startsWith("error:"))
        throw invalid("As the fault has it.", { code: fault.slice("error:".length) });
      return json(
        200,
        expanded(books, [...everybody.values()], prepared.run(deskOf(books)), prepared.expand),
      );
    });
    remember(books, request, answer, frame.clock.now());
    return matched.route.operation === "payment_intents.confirm"
      ? unhurried(books, matched.id, answer)
      : answer;
  };

  return {
    name: "stripe",
    serves: ({ path }) => path.startsWith("/v1/") || path.startsWith("/3ds/"),
    describe: (request) => {
      const matched = findRoute(request.method, request.path);
      if (!matched) return { operation: request.path.startsWith("/3ds/") ? "three_d_secure" : "unknown" };
      const form = new URLSearchParams(request.method === "GET" ? request.query : request.body);
      const card = form.get("card[number]");
      const amount = form.get("amount") ?? form.get("amount_to_capture");
      const ref = matched.id || form.get("payment_intent") || form.get("metadata[payment_id]");
      return {
        operation: matched.route.operation,
        ...(ref && { ref }),
        ...(amount !== null && { amount: Number(amount) }),
        ...(card !== null && { card }),
      };
    },
    answer: (request) =>
      withHeaders(
        request,
        attempt(() => respond(request)),
      ),
    failure: failureAnswer,
    keepFailure: (request, failure, moment) => {
      const books = everybody.get(request.header("stripe-account") ?? accountOf(keyOf(request)));
      // What came before the work was done is the answer for good, unless there is one already.
      const isFirst =
        moment === "after-commit" || !books?.remembered.has(request.header("idempotency-key") ?? "");
      if (books && isFirst) remember(books, request, failure, frame.clock.now());
    },
    loggable: ({ body }) => {
      const form = new URLSearchParams(body);
      for (const name of ["card[number]", "card[cvc]"]) if (form.has(name)) form.set(name, "[card]");
      return withoutCards(decodeURIComponent(form.toString()));
    },
    ring: (alarm) => {
      const due = alarm as Due;
      if (due.do !== "payOut") return ring(deskOf(booksOf(due.account)), due);
      for (const books of everybody.values()) payOut(deskOf(books), payoutsFail);
      untilNextPayouts();
    },
    render: (content, flaw) => renderEvent(webhooks, content, flaw),
    isAcknowledged: (status) => status >= 200 && status < 300,
    retryAfterMilliseconds: (attempts) => {
      const minutes = RETRY_MINUTES[attempts - 1];
      return minutes === undefined ? undefined : minutes * 60_000;
    },
    configure: (settings) => {
      const told = Settings.parse(settings);
      webhooks = told.webhooks ?? webhooks;
      payoutsFail = told.payouts === undefined ? payoutsFail : told.payouts === "fail";
    },
    dispute: (ref, ends) => {
      const { books, intents } = named(ref) ?? {};
      const captured = intents?.find(({ status }) => status === "succeeded");
      if (!books || !captured) throw new Error(`No captured payment is called ${ref}`);
      const charge = found(books.charges, "charge", idOf(captured.latest_charge));
      if (charge.disputed) throw new Error(`${ref} is disputed already`);
      openDispute(deskOf(books), charge, { reason: "fraudulent", ends });
    },
    state: (ref) => {
      const { books, intents } = named(ref) ?? {};
      return books && intents?.map((intent) => stateOf(books, intent.id));
    },
    invariants: () => brokenLaws([...everybody.values()]),
    reset: () => {
      everybody.clear();
      payoutsFail = false;
      untilNextPayouts();
    },
    keep: () => {
      for (const books of everybody.values()) forgetOld(books, frame.clock.now());
      return { everybody, webhooks, payoutsFail } satisfies Kept;
    },
    restore: (kept) => {
      const { everybody: all, ...settings } = kept as Kept;
      for (const [account, books] of all) everybody.set(account, books);
      ({ webhooks, payoutsFail } = settings);
    },
  };
}

/** Whose books a request is about. Any well-formed test key has an account; others are wrong. */
function authorised(
  request: SimulatedRequest,
  booksOf: (account: string, isConnected: boolean) => Books,
): Books {
  const key = keyOf(request);
  if (!/^(?:sk|rk)_test_\w{16,}$/u.test(key))
    throw new Refusal(401, {
      type: "invalid_request_error",
      message: `Invalid API Key provided: ${key.slice(0, 8)}***`,
    });
  const connected = request.header("stripe-account");
  if (connected === undefined) return booksOf(accountOf(key), false);
  checkAccountId(connected);
  return booksOf(connected, true);
}

/** The secret key, as the SDK sends it or as the name of a user without a password. */
function keyOf(request: SimulatedRequest): string {
  const [scheme, given = ""] = (request.header("authorization") ?? "").split(" ");
  return scheme === "Basic" ? (Buffer.from(given, "base64").toString().split(":")[0] ?? "") : given;
}

function formOf(request: SimulatedRequest): Form {
  return readForm(new URLSearchParams(request.method === "POST" ? request.body : request.query));
}

function attempt(act: () => Answer): Answer {
  try {
    return act();
  } catch (error) {
    if (error instanceof Refusal) return refusalAnswer(error);
    throw error;
  }
}

/** The card that its bank takes its time over. */
function unhurried(books: Books, intentId: string, answer: Answer): Answer {
  const intent = found(books.intents, "payment_intent", intentId);
  const isSlow = books.methods.get(idOf(intent.payment_method))?.kind.fate.slow === true;
  return isSlow ? { ...answer, afterMilliseconds: SLOW_MILLISECONDS } : answer;
}

function withHeaders(request: SimulatedRequest, answer: Answer): Answer {
  const version = request.header("stripe-version");
  const key = request.header("idempotency-key");
  const headers = {
    "request-id": newId("req"),
    ...(version !== undefined && { "stripe-version": version }),
    ...(key !== undefined && { "idempotency-key": key }),
    ...answer.headers,
  };
  return { ...answer, headers };
}

/** All that came of one intent. */
export interface PaymentState {
  intent: Stripe.PaymentIntent;
  charges: Stripe.Charge[];
  refunds: Stripe.Refund[];
  disputes: Stripe.Dispute[];
  savedCardUsed: boolean;
  /** The card that was saved with it has been deleted since. */
  savedCardDeleted: boolean;
}

function stateOf(books: Books, intentId: string): PaymentState {
  const intent = found(books.intents, "payment_intent", intentId);
  const isOwn = (object: { payment_intent: string | { id: string } | null }) =>
    idOf(object.payment_intent) === intentId;
  return {
    intent,
    charges: [...books.charges.values()].filter(isOwn),
    refunds: [...books.refunds.values()].filter(isOwn),
    disputes: [...books.disputes.values()].filter(isOwn),
    savedCardUsed: intent.customer !== null && intent.setup_future_usage === null,
    savedCardDeleted:
      intent.setup_future_usage !== null && books.methods.get(idOf(intent.payment_method))?.detached === true,
  };
}
