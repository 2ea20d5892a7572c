import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Challenge } from "@/contract/challenge";
import { PAYMENT_STATUSES, type PaymentStatus } from "@/contract/states";
import { database } from "@/db/client";
import { pageVisits, pspOperations } from "@/db/schema";
import { testAccount } from "@/domain/accounts/test-account";
import { settleBackground } from "@/domain/background";
import type { ServiceCaller } from "@/domain/caller";
import { newId } from "@/domain/new-id";
import { leaseFrom, operationOf } from "@/domain/operations/operation";
import type { Payment } from "@/domain/payments/payment";
import { paymentToken } from "@/domain/payments/payment-token";
import {
  aged,
  moved,
  paymentIn,
  readPayment,
  statusesOf,
  testPayment,
  write,
} from "@/domain/payments/test-payment";
import { gate, needsFormToken, PROBLEM_PAGES, type PageRequest, type Verdict } from "./gate";
import { journeyCookie, openJourney, readJourneys } from "./journey-cookie";

const MINUTE = 60_000;
const SESSION_PROBLEM: Verdict = { is: "problem", page: "/session-problem" };
const LINK_PROBLEM: Verdict = { is: "problem", page: "/link-problem" };
const NOT_FOUND: Verdict = { is: "problem", page: "/not-found" };

let caller: ServiceCaller;
beforeAll(async () => {
  ({ caller } = await testAccount());
});

interface Asked {
  method?: string;
  cookie?: string | undefined;
  headers?: Record<string, string>;
  fields?: Record<string, string>;
  now?: Date;
}

async function ask(path: string, { method = "GET", cookie, headers = {}, fields = {}, now }: Asked = {}) {
  const request: PageRequest = {
    method,
    path,
    search: "",
    header: (name) => headers[name] ?? null,
    cookie: (name) => (name === journeyCookie() ? cookie : undefined),
    field: async (name) => fields[name],
  };
  return gate(request, now ?? new Date());
}

const valueOf = (setCookie: string | undefined) => /^exchequer_journeys=([^;]*);/u.exec(setCookie ?? "")?.[1];

/** The cookie of a browser that has opened these payments. */
async function cookieOf(...payments: { id: string }[]): Promise<string | undefined> {
  let value: string | undefined;
  for (const { id } of payments)
    value = valueOf(await openJourney(await readJourneys(value, new Date()), id, new Date()));
  return value;
}

const tokenOf = (payment: Payment) => paymentToken("next url", payment);

/** The one page of each status; success and what ended without it share theirs. */
const PAGES: Record<PaymentStatus, string> = {
  created: "",
  started: "",
  submitted: "/confirm",
  capturable: "/ended",
  success: "/ended",
  failed: "/ended",
  cancelled: "/ended",
  error: "/ended",
};

const needs = (headers: Record<string, string>) => needsFormToken((name) => headers[name] ?? null);

describe("a payment's pages without the right cookie", () => {
  test("have a session problem: missing, empty, altered, of another payment", async () => {
    const [payment, other] = [await paymentIn(caller, "started"), await paymentIn(caller, "started")];
    const good = (await cookieOf(payment)) ?? "";
    const middle = Math.floor(good.length / 2);
    const altered = good.slice(0, middle) + (good[middle] === "A" ? "B" : "A") + good.slice(middle + 1);
    for (const cookie of [
      undefined,
      "",
      "nonsense",
      altered,
      good.slice(0, -1),
      `${good}.`,
      await cookieOf(other),
    ]) {
      for (const page of ["", "/waiting", "/confirm", "/ended", "/status", "/nonsense"]) {
        expect(await ask(`/card-details/${payment.id}${page}`, { cookie })).toEqual(SESSION_PROBLEM);
      }
      expect(await ask(`/return/${payment.id}`, { cookie })).toEqual(SESSION_PROBLEM);
      for (const page of ["", "/confirm", "/cancel"]) {
        const posted = ask(`/card-details/${payment.id}${page}`, {
          method: "POST",
          cookie,
          headers: { "sec-fetch-site": "same-origin" },
        });
        expect(await posted).toEqual(SESSION_PROBLEM);
      }
    }
    expect(await ask(`/card-details/${payment.id}`, { cookie: good })).toEqual({ is: "show" });
  });

  test("have a session problem once the cookie is older than 90 minutes", async () => {
    const payment = await paymentIn(caller, "capturable");
    const cookie = await cookieOf(payment);
    const path = `/card-details/${payment.id}/ended`;
    const then = Math.floor(Date.now() / 1000) * 1000;
    expect(await ask(path, { cookie, now: new Date(then + 89 * MINUTE) })).toEqual({ is: "show" });
    expect(await ask(path, { cookie, now: new Date(then + 90 * MINUTE + 1000) })).toEqual(SESSION_PROBLEM);
  });

  test("say no more of a payment that exists than of one that does not", async () => {
    const payment = await paymentIn(caller, "started");
    for (const id of [payment.id, newId(new Date())]) {
      expect(await ask(`/card-details/${id}`)).toEqual(SESSION_PROBLEM);
    }
  });
});

describe.each(PAYMENT_STATUSES)("a payment that is %s", (status) => {
  test("has one page; every other sends there", async () => {
    const payment = await paymentIn(caller, status);
    const cookie = await cookieOf(payment);
    const at = (page: string) => `/card-details/${payment.id}${page}`;
    const right = PAGES[status];
    for (const page of ["", "/waiting", "/confirm", "/ended"]) {
      for (const method of ["GET", "HEAD"]) {
        const verdict = await ask(at(page), { cookie, method });
        expect(verdict).toEqual(
          page !== right
            ? { is: "go", to: at(right) }
            : page === "/confirm"
              ? { is: "show", formOrigin: "https://service.example" }
              : { is: "show" },
        );
      }
    }
    expect(await readPayment(payment)).toEqual(payment);
  });
});

describe("a payment's pages", () => {
  test("are the waiting page while the bank is being asked", async () => {
    const payment = await paymentIn(caller, "started");
    const cookie = await cookieOf(payment);
    const now = new Date();
    await database()
      .insert(pspOperations)
      .values({
        ...operationOf(payment, "authorise"),
        state: "asked",
        askedAt: now,
        leaseUntil: leaseFrom(now),
      });
    const at = (page: string) => `/card-details/${payment.id}${page}`;
    expect(await ask(at("/waiting"), { cookie })).toEqual({ is: "show" });
    for (const page of ["", "/confirm", "/ended"]) {
      expect(await ask(at(page), { cookie })).toEqual({ is: "go", to: at("/waiting") });
    }
  });

  test("end when the payment is overdue, at the very request that meets it", async () => {
    const payment = await paymentIn(caller, "started");
    const cookie = await cookieOf(payment);
    await aged(payment, 90 * MINUTE);
    expect(await ask(`/card-details/${payment.id}`, { cookie })).toEqual({
      is: "go",
      to: `/card-details/${payment.id}/ended`,
    });
    expect(await statusesOf(payment)).toEqual(["created", "started", "failed"]);
  });

  test("are not found where there is no such page, or no such id", async () => {
    const payment = await paymentIn(caller, "started");
    const cookie = await cookieOf(payment);
    for (const path of [
      `/card-details/${payment.id}/nonsense`,
      `/card-details/${payment.id}/__proto__`,
      `/card-details/${payment.id}/confirm/more`,
      `/card-details/${payment.id}/submit/x`,
      "/card-details/nonsense",
      "/card-details/",
      "/card-details",
      "/return/nonsense",
      `/card-details/${payment.id.toUpperCase()}`,
    ]) {
      expect(await ask(path, { cookie })).toEqual(NOT_FOUND);
    }
  });

  test("are read and posted to, nothing else", async () => {
    const payment = await paymentIn(caller, "started");
    const cookie = await cookieOf(payment);
    for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"]) {
      expect(await ask(`/card-details/${payment.id}`, { cookie, method })).toEqual({
        is: "notAllowed",
        allow: "GET, HEAD, POST",
      });
    }
    for (const page of ["cancel", "check-card"]) {
      expect(await ask(`/card-details/${payment.id}/${page}`, { cookie })).toEqual({
        is: "notAllowed",
        allow: "POST",
      });
    }
    const POST = { cookie, method: "POST", headers: { "sec-fetch-site": "same-origin" } };
    for (const path of [
      `/card-details/${payment.id}/waiting`,
      `/card-details/${payment.id}/ended`,
      `/card-details/${payment.id}/status`,
      `/card-details/${payment.id}/constructor`,
      `/return/${payment.id}`,
    ]) {
      expect(await ask(path, POST)).toEqual({ is: "notAllowed", allow: "GET, HEAD" });
    }
  });

  test("that are shown are remembered, those that are only asked about are not", async () => {
    const payment = await paymentIn(caller, "started");
    const cookie = await cookieOf(payment);
    const path = `/card-details/${payment.id}`;
    for (const method of ["GET", "GET", "HEAD"]) await ask(path, { cookie, method });
    for (const page of ["/ended", "/nonsense", "/status"]) await ask(path + page, { cookie });
    await ask(path);
    await settleBackground();
    const visits = await database().select().from(pageVisits).where(eq(pageVisits.paymentId, payment.id));
    expect(visits).toMatchObject([{ page: "card-details", visits: 2 }]);
  });

  test("tell how the payment stands, and the way back, to whoever has it open", async () => {
    const payment = await paymentIn(caller, "success");
    const cookie = await cookieOf(payment);
    expect(await ask(`/card-details/${payment.id}/status`, { cookie })).toEqual({ is: "show" });
    expect(await ask(`/return/${payment.id}`, { cookie })).toEqual({ is: "show" });
  });

  test("give a browser a page on the way back, which ends the redirects of its form; others are redirected", async () => {
    const payment = await paymentIn(caller, "success");
    const cookie = await cookieOf(payment);
    const path = `/return/${payment.id}`;
    expect(await ask(path, { cookie, headers: { "sec-fetch-mode": "navigate" } })).toEqual({
      is: "handle",
      at: `${path}/onward`,
    });
    expect(await ask(path, { cookie, headers: { "sec-fetch-mode": "cors" } })).toEqual({ is: "show" });
    expect(await ask(`${path}/onward`, { cookie })).toEqual(NOT_FOUND);
  });

  test.each(Object.keys(PROBLEM_PAGES))("that say what is wrong come with their status: %s", async (page) => {
    expect(await ask(page)).toEqual({ is: "problem", page });
  });
});

describe("a payment whose bank wants proof", () => {
  const POST = { method: "POST", headers: { "sec-fetch-site": "same-origin" } };
  const BANK = { via: "post", url: "https://bank.example:8443/acs?x=1", fields: { creq: "…" } } as const;

  async function challenged(challenge: Challenge = BANK) {
    const payment = await write(await paymentIn(caller, "started"), {
      challenge: { challenge, session: {} },
    });
    return { cookie: await cookieOf(payment), at: `/card-details/${payment.id}`, payment };
  }

  test("has one page, whose form may end at that bank alone", async () => {
    const { cookie, at } = await challenged();
    expect(await ask(`${at}/three-d-secure`, { cookie })).toEqual({
      is: "show",
      formOrigin: "https://bank.example:8443",
    });
    for (const page of ["", "/waiting", "/confirm", "/ended"]) {
      expect(await ask(at + page, { cookie })).toEqual({ is: "go", to: `${at}/three-d-secure` });
    }
    expect(await ask(`${at}/three-d-secure`)).toEqual(SESSION_PROBLEM);
  });

  test("has a page whose forms end with us where the bank is reached by a link", async () => {
    const { cookie, at } = await challenged({ via: "redirect", url: "https://bank.example/acs" });
    expect(await ask(`${at}/three-d-secure`, { cookie })).toEqual({ is: "show" });
  });

  test("waits while the bank is asked how it went", async () => {
    const { cookie, at, payment } = await challenged();
    const now = new Date();
    const asked = { ...operationOf(payment, "complete3ds"), askedAt: now };
    await database()
      .insert(pspOperations)
      .values({ ...asked, state: "asked", leaseUntil: leaseFrom(now) });
    expect(await ask(`${at}/three-d-secure`, { cookie })).toEqual({ is: "go", to: `${at}/waiting` });
    expect(await ask(`${at}/three-d-secure/return`, { cookie })).toEqual({ is: "go", to: `${at}/waiting` });
  });

  test("takes its payer back from another site, without the cookie that a post does not bring", async () => {
    const { cookie, at, payment } = await challenged();
    const back = `${at}/three-d-secure/return`;
    const headers = { "sec-fetch-site": "cross-site", origin: "https://bank.example" };
    expect(await ask(back, { method: "POST", headers })).toEqual({ is: "go", to: back });
    for (const brought of [cookie, undefined]) {
      expect(await ask(back, { headers, cookie: brought })).toEqual({ is: "show" });
    }
    expect(await readPayment(payment)).toEqual(payment);
  });

  test("says no more of itself to whoever comes back without the cookie than one that is not there", async () => {
    const { at } = await challenged();
    for (const path of [at, `/card-details/${newId(new Date())}`]) {
      expect(await ask(`${path}/three-d-secure/return`)).toEqual({ is: "show" });
    }
  });

  test("that has ended shows that to whoever comes back", async () => {
    const { cookie, at, payment } = await challenged();
    await moved(payment, "cancelByService");
    expect(await ask(`${at}/three-d-secure/return`, { cookie })).toEqual({ is: "go", to: `${at}/ended` });
  });

  test("is completed by our own page's post alone, with the cookie", async () => {
    const { cookie, at } = await challenged();
    const complete = `${at}/three-d-secure/complete`;
    expect(await ask(complete, { ...POST, cookie })).toEqual({ is: "handle", at: complete });
    expect(await ask(complete, POST)).toEqual(SESSION_PROBLEM);
    const foreign = { method: "POST", cookie, headers: { "sec-fetch-site": "cross-site" } };
    expect(await ask(complete, foreign)).toEqual(SESSION_PROBLEM);
    expect(await ask(complete, { cookie })).toEqual({ is: "notAllowed", allow: "POST" });
  });

  test("has a bank in the sandbox that is answered from its own page, and needs no cookie", async () => {
    const path = `/sandbox/bank/${newId(new Date())}`;
    expect(await ask(path)).toEqual({ is: "show" });
    expect(await ask(path, POST)).toEqual({ is: "handle", at: `${path}/answer` });
    expect(await ask(path, { method: "POST", headers: { "sec-fetch-site": "cross-site" } })).toEqual(
      SESSION_PROBLEM,
    );
    expect(await ask(path, { method: "PUT" })).toEqual({ is: "notAllowed", allow: "GET, HEAD, POST" });
    for (const nowhere of [`${path}/answer`, "/sandbox/bank/nonsense", "/sandbox/bank"]) {
      expect(await ask(nowhere)).toEqual(NOT_FOUND);
    }
  });
});

describe("a form's post", () => {
  let payment: Payment;
  let cookie: string | undefined;
  beforeAll(async () => {
    payment = await paymentIn(caller, "started");
    cookie = await cookieOf(payment);
  });

  test.each([
    ["", "submit"],
    ["/confirm", "confirm/submit"],
    ["/cancel", "cancel"],
    ["/check-card", "check-card"],
  ])("to %s is carried out by %s", async (page, handler) => {
    const headers = { "sec-fetch-site": "same-origin" };
    expect(await ask(`/card-details/${payment.id}${page}`, { method: "POST", cookie, headers })).toEqual({
      is: "handle",
      at: `/card-details/${payment.id}/${handler}`,
    });
  });

  test.each<[string, boolean, Record<string, string>]>([
    ["same-origin", true, { "sec-fetch-site": "same-origin" }],
    [
      "same-origin with the Origin null that no-referrer makes",
      true,
      { "sec-fetch-site": "same-origin", origin: "null" },
    ],
    ["typed or reloaded", true, { "sec-fetch-site": "none" }],
    ["another site", false, { "sec-fetch-site": "cross-site" }],
    [
      "another site that claims our origin",
      false,
      { "sec-fetch-site": "cross-site", origin: "http://localhost:3000" },
    ],
    ["a neighbour on our domain", false, { "sec-fetch-site": "same-site" }],
    ["an old browser, our origin", true, { origin: "http://localhost:3000" }],
    ["an old browser, a foreign origin", false, { origin: "https://evil.example" }],
    ["an old browser, our host on another port", false, { origin: "http://localhost:3001" }],
    ["an old browser, a look-alike", false, { origin: "http://localhost:3000.evil.example" }],
    ["an old browser that says null", true, { origin: "null" }],
    ["an old browser that says nothing", true, {}],
  ])("from %s: taken is %s", async (_, taken, headers) => {
    for (const page of ["", "/confirm", "/cancel"]) {
      const verdict = await ask(`/card-details/${payment.id}${page}`, { method: "POST", cookie, headers });
      expect(verdict).toEqual(taken ? { is: "handle", at: expect.any(String) as string } : SESSION_PROBLEM);
    }
  });

  test("must prove itself by the form's own token only where the browser says neither", () => {
    expect(needs({ origin: "null" })).toBe(true);
    expect(needs({ origin: "null", "sec-fetch-site": "same-origin" })).toBe(false);
    expect(needs({ origin: "http://localhost:3000" })).toBe(false);
  });
});

describe("a next_url", () => {
  test("opens the payment in this browser, by GET and by POST", async () => {
    for (const byPost of [false, true]) {
      const payment = await testPayment(caller);
      const verdict = byPost
        ? await ask("/secure", { method: "POST", fields: { chargeTokenId: tokenOf(payment) } })
        : await ask(`/secure/${tokenOf(payment)}`);
      expect(verdict).toMatchObject({ is: "go", to: `/card-details/${payment.id}` });
      const setCookie = verdict.is === "go" ? verdict.cookie : undefined;
      expect(setCookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=5400$/u);
      expect(await ask(`/card-details/${payment.id}`, { cookie: valueOf(setCookie) })).toEqual({
        is: "show",
      });
      expect((await readPayment(payment)).status).toBe("started");
    }
  });

  test("is not spent by HEAD or by a browser that looks ahead", async () => {
    const payment = await testPayment(caller);
    const path = `/secure/${tokenOf(payment)}`;
    expect(await ask(path, { method: "HEAD" })).toEqual({ is: "nothing" });
    for (const purpose of ["prefetch", "prefetch;prerender", "prefetch;anonymous-client-ip"]) {
      expect(await ask(path, { headers: { "sec-purpose": purpose } })).toEqual({ is: "nothing" });
    }
    expect(await ask(path, { method: "PUT" })).toEqual({ is: "notAllowed", allow: "GET, POST" });
    expect(await readPayment(payment)).toEqual(payment);
    expect(await ask(path)).toMatchObject({ is: "go" });
  });

  test("that is spent leads on in the browser that spent it, and nowhere in another", async () => {
    const payment = await testPayment(caller);
    const path = `/secure/${tokenOf(payment)}`;
    const first = await ask(path);
    const cookie = valueOf(first.is === "go" ? first.cookie : undefined);
    expect(await ask(path, { cookie })).toEqual({ is: "go", to: `/card-details/${payment.id}` });
    expect(await ask(path)).toEqual(LINK_PROBLEM);
    expect(await ask(path, { cookie: await cookieOf(await testPayment(caller)) })).toEqual(LINK_PROBLEM);
    expect((await readPayment(payment)).tokenGeneration).toBe(1);
  });

  test("visited twice at once opens in one browser alone", async () => {
    const payment = await testPayment(caller);
    const visits = await Promise.all(
      Array.from({ length: 10 }, async () => ask(`/secure/${tokenOf(payment)}`)),
    );
    expect(visits.filter(({ is }) => is === "go")).toHaveLength(1);
    expect(visits.filter(({ is }) => is === "problem")).toHaveLength(9);
  });

  test.each(["", "nonsense", "a".repeat(52), "..%2f..%2fadmin"])(
    "that is none is a link problem: %j",
    async (token) => {
      expect(await ask(`/secure/${token}`)).toEqual(LINK_PROBLEM);
      expect(await ask("/secure", { method: "POST", fields: { chargeTokenId: token } })).toEqual(
        LINK_PROBLEM,
      );
    },
  );

  test("of a payment that is over shows how it ended", async () => {
    const payment = await paymentIn(caller, "cancelled");
    const verdict = await ask(`/secure/${tokenOf(payment)}`);
    const cookie = valueOf(verdict.is === "go" ? verdict.cookie : undefined);
    expect(await ask(`/card-details/${payment.id}`, { cookie })).toEqual({
      is: "go",
      to: `/card-details/${payment.id}/ended`,
    });
  });
});

describe("the journey cookie", () => {
  const now = new Date("2026-03-01T12:00:00.000Z");
  const open = async (cookie: string | undefined, id: string, at = now) =>
    valueOf(await openJourney(await readJourneys(cookie, at), id, at));
  const idsIn = async (cookie: string | undefined, at = now) => Object.keys(await readJourneys(cookie, at));

  test("holds ten payments: the newest is always among them, the oldest makes room", async () => {
    const ids = Array.from({ length: 12 }, (_, n) => newId(new Date(now.getTime() + n)));
    for (const secondsApart of [0, 1]) {
      let cookie: string | undefined;
      for (const [n, id] of ids.entries()) {
        cookie = await open(cookie, id, new Date(now.getTime() + n * secondsApart * 1000));
        expect(await idsIn(cookie)).toContain(id);
      }
      expect((await idsIn(cookie)).sort()).toEqual(ids.slice(2).sort());
    }
  });

  test("keeps a payment once when it is opened again, and for its full time then", async () => {
    const id = newId(now);
    const later = new Date(now.getTime() + 60 * MINUTE);
    const cookie = await open(await open(undefined, id), id, later);
    expect(await idsIn(cookie, new Date(later.getTime() + 89 * MINUTE))).toEqual([id]);
  });

  test("lets go of each payment when its own time is over", async () => {
    const [old, young] = [newId(now), newId(now)];
    const cookie = await open(await open(undefined, old), young, new Date(now.getTime() + 30 * MINUTE));
    expect((await idsIn(cookie, new Date(now.getTime() + 89 * MINUTE))).sort()).toEqual([old, young].sort());
    expect(await idsIn(cookie, new Date(now.getTime() + 91 * MINUTE))).toEqual([young]);
    expect(await idsIn(cookie, new Date(now.getTime() + 121 * MINUTE))).toEqual([]);
  });

  test("can be read by nobody else: no id stands in it", async () => {
    const id = newId(now);
    const cookie = (await open(undefined, id)) ?? "";
    const parts = cookie.split(".").map((part) => Buffer.from(part, "base64url").toString("latin1"));
    for (const text of [cookie, ...parts]) expect(text).not.toContain(id);
  });

  test("cannot be written by anybody else", async () => {
    for (const forged of [
      Buffer.from(JSON.stringify({ open: { [newId(now)]: 9e9 } })).toString("base64url"),
      `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from('{"open":{"a":9e9}}').toString("base64url")}.`,
      "....",
      "a".repeat(10_000),
    ]) {
      expect(await idsIn(forged)).toEqual([]);
    }
  });
});
