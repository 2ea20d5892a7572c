import { eq, inArray } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { CARD_BRANDS } from "@/contract/card";
import type { PaymentResource } from "@/contract/payment-resource";
import { PAYMENT_STATUSES } from "@/contract/states";
import { closeDatabase, database } from "@/db/client";
import { accounts, payments } from "@/db/schema";
import { testAccount } from "@/domain/accounts/test-account";
import { activeAgreement, untakenPayment } from "@/domain/agreements/test-agreement";
import type { Payment } from "@/domain/payments/payment";
import { paymentIn, testPayment, write } from "@/domain/payments/test-payment";
import { refusalIn, serveApi, type TestApi } from "../test-api";

interface Page {
  total: number;
  count: number;
  page: number;
  results: PaymentResource[];
  _links: Record<string, { href: string; method: string }>;
}
type Of = Awaited<ReturnType<typeof testAccount>>;

let api: TestApi;
let of: Of;

beforeAll(async () => {
  of = await testAccount();
  api = await serveApi();
});
afterAll(async () => api.close());

const search = async (query = "", key = of.key) => api.get<Page>(`/v1/payments${query}`, { key });
const ask = (filters: Record<string, string>) => `?${new URLSearchParams(filters)}`;

/** References of what a search finds, in its order. */
async function found(filters: Record<string, string>, key = of.key): Promise<string[]> {
  const { status, body } = await search(ask(filters), key);
  expect(status).toBe(200);
  expect([body.total, body.count]).toEqual([body.results.length, body.results.length]);
  return body.results.map(({ reference }) => reference);
}
const foundSorted = async (filters: Record<string, string>, key?: string) =>
  (await found(filters, key)).sort();

const invalid = (...parameters: string[]) => ({
  status: 422,
  code: "P0401",
  description: `Invalid parameters: ${parameters.join(", ")}`,
});

async function made(
  reference: string,
  { email = null, ...changes }: Partial<Payment> = {},
  caller = of.caller,
): Promise<Payment> {
  const payment = await testPayment(caller, { reference, ...(email !== null && { email }) });
  return Object.keys(changes).length > 0 ? write(payment, changes) : payment;
}

const CARD = { cardBrand: "visa", firstDigits: "444433", lastDigits: "1111", cardExpiry: "04/31" } as const;

describe("a search without parameters", () => {
  test("finds all payments of the account and no other's, as they read alone but for next_url", async () => {
    const mine = await testAccount();
    const other = await testAccount();
    await testPayment(other.caller);
    const made = [];
    for (const status of PAYMENT_STATUSES) made.push(await paymentIn(mine.caller, status));
    const { status, body } = await search("", mine.key);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 8, count: 8, page: 1 });
    expect(body.results.map(({ payment_id }) => payment_id)).toEqual(made.map(({ id }) => id).toReversed());
    for (const result of body.results) {
      const alone = await api.get<PaymentResource>(`/v1/payments/${result.payment_id}`, { key: mine.key });
      const { next_url: _, next_url_post: __, ...links } = alone.body._links;
      expect(result).toEqual({ ...alone.body, _links: links });
      expect(result._links).toHaveProperty("cancel");
    }
  });

  test("finds nothing where there is nothing: page 1 of none, with three links", async () => {
    const { key } = await testAccount();
    const href = "http://localhost:3000/v1/payments?page=1&display_size=500";
    for (const query of ["", "?page=1", "?page=7"]) {
      expect((await search(query, key)).body).toEqual({
        total: 0,
        count: 0,
        page: 1,
        results: [],
        _links: {
          self: { href, method: "GET" },
          first_page: { href, method: "GET" },
          last_page: { href, method: "GET" },
        },
      });
    }
  });

  test("needs a key", async () => {
    expect((await api.get("/v1/payments")).status).toBe(401);
  });

  test("shows a telephone order's token, which a payer's search never shows for the web", async () => {
    const mine = await testAccount();
    await testPayment(mine.caller, { authorisation_mode: "moto_api" });
    await testPayment(mine.caller);
    const { results } = (await search("", mine.key)).body;
    expect(results[0]?._links).not.toHaveProperty("next_url");
    expect(results[1]?._links).toHaveProperty("auth_url_post");
  });
});

describe("reference", () => {
  test("is found whole, whatever the case, in any script", async () => {
    const { key, caller } = await testAccount();
    for (const reference of ["Ref-1", "ref-1", "REF-12", "Tŷ Ŵyl ÉÀÖ", "ΑΘΉΝΑ", "ПАРК"]) {
      await made(reference, {}, caller);
    }
    expect(await found({ reference: "rEF-1" }, key)).toEqual(["ref-1", "Ref-1"]);
    expect(await found({ reference: "tŶ ŵYL éàö" }, key)).toEqual(["Tŷ Ŵyl ÉÀÖ"]);
    expect(await found({ reference: "αθήνα" }, key)).toEqual(["ΑΘΉΝΑ"]);
    expect(await found({ reference: "парк" }, key)).toEqual(["ПАРК"]);
    expect(await found({ reference: "EF-1" }, key)).toEqual([]);
  });

  test("has no wildcards", async () => {
    const { key, caller } = await testAccount();
    for (const reference of ["50%", "50p", "a_b", "acb"]) await made(reference, {}, caller);
    expect(await found({ reference: "50%" }, key)).toEqual(["50%"]);
    expect(await found({ reference: "a_b" }, key)).toEqual(["a_b"]);
    expect(await found({ reference: "%" }, key)).toEqual([]);
  });

  test("may have 255 characters and no more", async () => {
    expect((await search(ask({ reference: "\u{1F600}".repeat(255) }))).status).toBe(200);
    expect(refusalIn(await search(ask({ reference: "x".repeat(256) })))).toEqual(invalid("reference"));
  });
});

describe("email", () => {
  test("is found in part, whatever the case: the payer's own, or else what was sent on creation", async () => {
    const { key, caller } = await testAccount();
    await made("payer", { payerEmail: "Élan@Example.org", email: "sent@other.test" }, caller);
    await made("sent", { email: "Jean.PÂYER@example.ORG" }, caller);
    await made("none", {}, caller);
    expect(await foundSorted({ email: "EXAMPLE.org" }, key)).toEqual(["payer", "sent"]);
    expect(await foundSorted({ email: "éLAN@" }, key)).toEqual(["payer"]);
    expect(await foundSorted({ email: "pâyer" }, key)).toEqual(["sent"]);
    expect(await foundSorted({ email: "other.test" }, key)).toEqual([]);
  });

  test("has its wildcards taken literally", async () => {
    const { key, caller } = await testAccount();
    await made("percent", { email: "a%b@c.example" }, caller);
    await made("score", { email: "a_b@c.example" }, caller);
    await made("slash", { email: "a\\b@c.example" }, caller);
    await made("plain", { email: "axb@c.example" }, caller);
    expect(await found({ email: "a%b" }, key)).toEqual(["percent"]);
    expect(await found({ email: "a_b" }, key)).toEqual(["score"]);
    expect(await found({ email: "a\\b" }, key)).toEqual(["slash"]);
    expect(await found({ email: "%" }, key)).toEqual(["percent"]);
    expect(await found({ email: "\\" }, key)).toEqual(["slash"]);
    expect(await found({ email: "a\\%b" }, key)).toEqual([]);
  });

  test("may have 254 characters and no more", async () => {
    expect((await search(ask({ email: "x".repeat(254) }))).status).toBe(200);
    expect(refusalIn(await search(ask({ email: "x".repeat(255) })))).toEqual(invalid("email"));
  });
});

describe("cardholder_name", () => {
  test("is found in part, whatever the case, wildcards taken literally", async () => {
    const { key, caller } = await testAccount();
    await made("one", { ...CARD, cardholderName: "Siân 100%_O'Neill" }, caller);
    await made("two", { ...CARD, cardholderName: "SIÂN Ŵyn" }, caller);
    await made("none", {}, caller);
    expect(await foundSorted({ cardholder_name: "siÂN" }, key)).toEqual(["one", "two"]);
    expect(await found({ cardholder_name: "ŵYN" }, key)).toEqual(["two"]);
    expect(await found({ cardholder_name: "%_o'" }, key)).toEqual(["one"]);
    expect(await found({ cardholder_name: "S%n" }, key)).toEqual([]);
    expect(refusalIn(await search(ask({ cardholder_name: "x".repeat(256) })))).toEqual(
      invalid("cardholder_name"),
    );
  });
});

describe("state", () => {
  test.each(PAYMENT_STATUSES)("finds those that are %s", async (status) => {
    const { key, caller } = await testAccount();
    for (const each of PAYMENT_STATUSES) await write(await paymentIn(caller, each), { reference: each });
    expect(await found({ state: status }, key)).toEqual([status]);
  });

  test.each(["Created", "declined", "timedout", "success,failed"])("cannot be %s", async (state) => {
    expect(refusalIn(await search(ask({ state })))).toEqual(invalid("state"));
  });
});

describe("a card", () => {
  test.each(CARD_BRANDS)("is found by its network's id: %s", async (brand) => {
    const { key, caller } = await testAccount();
    for (const each of CARD_BRANDS)
      await made(each, { ...CARD, cardBrand: each, cardholderName: "A" }, caller);
    expect(await found({ card_brand: brand }, key)).toEqual([brand]);
    expect(await found({ card_brand: brand.toUpperCase() }, key)).toEqual([brand]);
  });

  test("of an unknown network is none's; a long name of one is refused", async () => {
    expect(await found({ card_brand: "Mastercard" })).toEqual([]);
    expect(refusalIn(await search(ask({ card_brand: "x".repeat(21) })))).toEqual(invalid("card_brand"));
  });

  test("is found by its digits, padded with zeros", async () => {
    const { key, caller } = await testAccount();
    await made("zeros", { ...CARD, firstDigits: "000123", lastDigits: "0010", cardholderName: "A" }, caller);
    await made("other", { ...CARD, firstDigits: "123000", lastDigits: "1000", cardholderName: "A" }, caller);
    expect(await found({ first_digits_card_number: "000123" }, key)).toEqual(["zeros"]);
    expect(await found({ last_digits_card_number: "0010" }, key)).toEqual(["zeros"]);
    expect(await found({ first_digits_card_number: "123000", last_digits_card_number: "1000" }, key)).toEqual(
      ["other"],
    );
    expect(await found({ first_digits_card_number: "123000", last_digits_card_number: "0010" }, key)).toEqual(
      [],
    );
  });

  test.each([
    { first_digits_card_number: "12345" },
    { first_digits_card_number: "1234567" },
    { first_digits_card_number: "12345x" },
    { last_digits_card_number: "10" },
    { last_digits_card_number: "12345" },
    { last_digits_card_number: "１２３４" },
  ])("has exactly that many digits: %j", async (filters) => {
    expect(refusalIn(await search(ask(filters)))).toEqual(invalid(...Object.keys(filters)));
  });
});

describe("agreement_id", () => {
  test("finds the payments that it authorised, not the one that set it up", async () => {
    const { key, caller } = await testAccount();
    const [one, other] = [await activeAgreement(caller), await activeAgreement(caller)];
    await write(await untakenPayment(caller, one), { reference: "by one" });
    await write(await untakenPayment(caller, other), { reference: "by other" });
    expect(await found({ agreement_id: one.id }, key)).toEqual(["by one"]);
    expect(await found({ agreement_id: "nonsense" }, key)).toEqual([]);
    expect(await found({ agreement_id: one.id })).toEqual([]);
  });
});

describe("from_date and to_date", () => {
  let dated: Of;
  beforeAll(async () => {
    dated = await testAccount();
    for (const [reference, date] of [
      ["a", "2026-03-01T00:00:00.000Z"],
      ["b", "2026-03-01T12:30:00.499Z"],
      ["c", "2026-03-01T12:30:00.500Z"],
      ["d", "2026-03-02T00:00:00.000Z"],
    ] as const) {
      await made(reference, { createdAt: new Date(date) }, dated.caller);
    }
  });

  test.each<[Record<string, string>, string]>([
    [{ from_date: "2026-03-01T12:30:00.500Z" }, "dc"],
    [{ to_date: "2026-03-01T12:30:00.500Z" }, "ba"],
    [{ from_date: "2026-03-01T12:30:00Z" }, "dcb"],
    [{ from_date: "2026-03-01T12:30:00.4995Z" }, "dcb"],
    [{ from_date: "2026-03-01T12:30Z", to_date: "2026-03-02T00:00+00:00" }, "cb"],
    [{ from_date: "2026-03-01T13:30:00.500+01:00" }, "dc"],
    [{ from_date: "2026-03-01T07:30:00.500-0500" }, "dc"],
    [{ from_date: "2026-03-01T12:30:00.5Z", to_date: "2026-03-02T00:00:00Z" }, "c"],
    [{ from_date: "2026-03-01T00:00:00Z", to_date: "2026-03-01T00:00:00Z" }, ""],
    [{ from_date: "2026-03-02T00:00:00Z", to_date: "2026-03-01T00:00:00Z" }, ""],
    [{ from_date: "0001-01-01T00:00:00Z", to_date: "9999-12-31T23:59:59.999Z" }, "dcba"],
  ])("bound created_date, the first included and the last not: %j", async (filters, references) => {
    expect((await found(filters, dated.key)).join("")).toBe(references);
  });

  test("are understood though a plus sign came as a space", async () => {
    const { body } = await search("?from_date=2026-03-01T13:30:00.500+01:00", dated.key);
    expect(body.total).toBe(2);
    expect(body._links.self?.href).toContain("from_date=2026-03-01T13%3A30%3A00.500");
    const again = await api.get<Page>(
      new URL(body._links.self?.href ?? "").pathname + new URL(body._links.self?.href ?? "").search,
      { key: dated.key },
    );
    expect(again.body).toEqual(body);
  });

  test.each([
    "2026-03-01",
    "2026-03-01T00:00:00",
    "2026-03-01 00:00:00Z",
    "2026-02-30T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-03-01T25:00:00Z",
    "2026-03-01T00:61:00Z",
    "2026-03-01T00Z",
    "2026-03-01T00:00:00.Z",
    "2026-03-01T00:00:00+1",
    "1772323200000",
    "yesterday",
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-14:00",
    "-000001-01-01T00:00:00Z",
    "+010000-01-01T00:00:00Z",
    "10000-01-01T00:00:00Z",
  ])("cannot be %s", async (date) => {
    expect(refusalIn(await search(ask({ from_date: date })))).toEqual(invalid("from_date"));
    expect(refusalIn(await search(ask({ to_date: date })))).toEqual(invalid("to_date"));
  });
});

describe("from_settled_date and to_settled_date", () => {
  let settled: Of;
  beforeAll(async () => {
    settled = await testAccount();
    for (const settledOn of ["2026-03-01", "2026-03-02", "2026-03-03"]) {
      await write(await paymentIn(settled.caller, "success"), { reference: settledOn.slice(-1), settledOn });
    }
    await write(await paymentIn(settled.caller, "success"), { reference: "unsettled" });
  });

  test.each<[Record<string, string>, string[]]>([
    [{ from_settled_date: "2026-03-02" }, ["3", "2"]],
    [{ to_settled_date: "2026-03-02" }, ["1"]],
    [{ from_settled_date: "2026-03-02", to_settled_date: "2026-03-03" }, ["2"]],
    [{ from_settled_date: "2026-03-03", to_settled_date: "2026-03-01" }, []],
    [{ from_settled_date: "0001-01-01", to_settled_date: "9999-12-31" }, ["3", "2", "1"]],
  ])("bound settled_date, the first included and the last not: %j", async (filters, references) => {
    expect(await found(filters, settled.key)).toEqual(references);
    const { body } = await search(ask(filters), settled.key);
    for (const { settlement_summary } of body.results)
      expect(settlement_summary.settled_date).toMatch(/^2026-03-0\d$/u);
  });

  test.each(["2026-3-1", "2026-02-30", "2026-03-01T00:00:00Z", "01/03/2026", "today", "0000-01-01"])(
    "cannot be %s",
    async (day) => {
      expect(refusalIn(await search(ask({ from_settled_date: day, to_settled_date: day })))).toEqual(
        invalid("from_settled_date", "to_settled_date"),
      );
    },
  );
});

describe("several filters", () => {
  test("must all match", async () => {
    const { key, caller } = await testAccount();
    const card = { ...CARD, cardholderName: "Jean Payer", payerEmail: "jean@example.org" };
    const createdAt = new Date("2026-03-01T12:00:00.000Z");
    await made("A", { ...card, createdAt }, caller);
    await made("A", { ...card, createdAt, lastDigits: "2222" }, caller);
    await made("B", { ...card, createdAt }, caller);
    const all = {
      reference: "a",
      email: "jean@",
      cardholder_name: "payer",
      state: "created",
      card_brand: "visa",
      first_digits_card_number: "444433",
      last_digits_card_number: "1111",
      from_date: "2026-03-01T12:00:00Z",
      to_date: "2026-03-01T12:00:00.001Z",
    };
    expect(await found(all, key)).toEqual(["A"]);
    const other = {
      reference: "c",
      email: "joan@",
      cardholder_name: "payee",
      state: "started",
      card_brand: "jcb",
      first_digits_card_number: "444434",
      last_digits_card_number: "1112",
      from_date: "2026-03-01T12:00:00.001Z",
      to_date: "2026-03-01T12:00:00Z",
    };
    for (const [name, value] of Object.entries(other)) {
      expect(await found({ ...all, [name]: value }, key)).toEqual([]);
    }
  });

  test("that are blank count as not given, unknown ones are ignored", async () => {
    const { key, caller } = await testAccount();
    await made("A", {}, caller);
    const query =
      "?reference=&email=%20&state=&page=&display_size=&from_date=&nonsense=1&__proto__=1&constructor=x";
    const { status, body } = await search(query, key);
    expect(status).toBe(200);
    expect(body.total).toBe(1);
    expect(body._links.self?.href).toBe("http://localhost:3000/v1/payments?page=1&display_size=500");
  });

  test("that are wrong are named together, in the order of the table", async () => {
    const wrong = {
      display_size: "501",
      page: "0",
      to_settled_date: "x",
      from_settled_date: "x",
      to_date: "x",
      from_date: "x",
      last_digits_card_number: "x",
      first_digits_card_number: "x",
      card_brand: "x".repeat(21),
      state: "x",
      cardholder_name: "x".repeat(256),
      email: "x".repeat(255),
      reference: "x".repeat(256),
    };
    expect(refusalIn(await search(ask({ ...wrong, agreement_id: "fine" })))).toEqual(
      invalid(
        "reference",
        "email",
        "cardholder_name",
        "state",
        "card_brand",
        "first_digits_card_number",
        "last_digits_card_number",
        "from_date",
        "to_date",
        "from_settled_date",
        "to_settled_date",
        "page",
        "display_size",
      ),
    );
    expect(refusalIn(await search("?state=x&page=2&display_size=9999"))).toEqual(
      invalid("state", "display_size"),
    );
  });

  test("may hold anything without harm", async () => {
    for (const value of [
      "%00",
      "%F0%9F%98%80",
      "'%3B%20drop%20table%20payments%3B--",
      "%ff%fe",
      "%5C",
      "%25%25%25",
    ]) {
      for (const name of ["reference", "email", "cardholder_name", "card_brand", "agreement_id"]) {
        const { status } = await search(`?${name}=${value}`);
        expect([200, 422]).toContain(status);
      }
    }
  });
});

describe("pages", () => {
  let paged: Of;
  beforeAll(async () => {
    paged = await testAccount();
    const at = new Date("2026-03-01T12:00:00.000Z");
    // All created in the same millisecond.
    for (const reference of ["1", "2", "3", "4", "5"])
      await made(reference, { createdAt: at, amount: 10 }, paged.caller);
  });

  test("are newest first, and in the same order each time though created in the same moment", async () => {
    expect(await found({}, paged.key)).toEqual(["5", "4", "3", "2", "1"]);
    const pieces = [];
    for (const page of ["1", "2", "3", "4", "5"]) {
      const { body } = await search(ask({ page, display_size: "1" }), paged.key);
      pieces.push(...body.results.map(({ reference }) => reference));
    }
    expect(pieces).toEqual(["5", "4", "3", "2", "1"]);
  });

  test("have links to those that there are, with the given filters, encoded", async () => {
    const filters = "email=&state=created&reference=&from_date=2026-03-01T12%3A00%3A00%2B00%3A00";
    const kept = "state=created&from_date=2026-03-01T12%3A00%3A00%2B00%3A00";
    const to = (page: number) => ({
      href: `http://localhost:3000/v1/payments?${kept}&page=${page}&display_size=2`,
      method: "GET",
    });
    const page = async (number: number) =>
      (await search(`?${filters}&page=${number}&display_size=2`, paged.key)).body;
    expect(await page(1)).toMatchObject({ total: 5, count: 2, page: 1 });
    expect((await page(1))._links).toEqual({
      self: to(1),
      first_page: to(1),
      last_page: to(3),
      next_page: to(2),
    });
    expect((await page(2))._links).toEqual({
      self: to(2),
      first_page: to(1),
      last_page: to(3),
      prev_page: to(1),
      next_page: to(3),
    });
    expect(await page(3)).toMatchObject({ total: 5, count: 1, page: 3 });
    expect((await page(3))._links).toEqual({
      self: to(3),
      first_page: to(1),
      last_page: to(3),
      prev_page: to(2),
    });
  });

  test("are linked so that each link leads to what it says", async () => {
    const first = (await search("?display_size=2", paged.key)).body;
    const follow = async (link: { href: string } | undefined) => {
      const { pathname, search } = new URL(link?.href ?? "");
      return (await api.get<Page>(pathname + search, { key: paged.key })).body;
    };
    expect(await follow(first._links.self)).toEqual(first);
    const second = await follow(first._links.next_page);
    expect(second.results.map(({ reference }) => reference)).toEqual(["3", "2"]);
    expect(await follow(second._links.prev_page)).toEqual(first);
    expect((await follow(second._links.last_page)).page).toBe(3);
  });

  test("past the last are not found, however far", async () => {
    for (const page of ["4", "999999999"]) {
      expect(refusalIn(await search(ask({ page, display_size: "2" }), paged.key))).toEqual({
        status: 404,
        code: "P0402",
        description: "Page not found",
      });
    }
    expect((await search(ask({ page: "999999999", state: "error" }), paged.key)).body.page).toBe(1);
  });

  test.each([
    ["page", "0"],
    ["page", "-1"],
    ["page", "1.5"],
    ["page", "x"],
    ["page", "1e3"],
    ["page", "99999999999999999999"],
    ["display_size", "0"],
    ["display_size", "501"],
    ["display_size", "-5"],
    ["display_size", "ten"],
    ["display_size", "٥"],
  ])("%s cannot be %s", async (name, value) => {
    expect(refusalIn(await search(ask({ [name]: value }), paged.key))).toEqual(invalid(name));
  });

  test("may be of 1 to 500", async () => {
    for (const display_size of ["1", "500", "007"]) {
      expect((await search(ask({ display_size }), paged.key)).status).toBe(200);
    }
  });

  test("have nothing but the given filters in their links", async () => {
    const { body } = await search(
      "?nonsense=%3Cscript%3E&state=error&state=created&display_size=5",
      paged.key,
    );
    expect(body.total).toBe(5);
    expect(body._links.self?.href).toBe(
      "http://localhost:3000/v1/payments?state=created&page=1&display_size=5",
    );
  });
});

describe("the replica", () => {
  afterEach(async () => {
    delete process.env.DATABASE_REPLICA_URL;
    await closeDatabase();
  });

  test("is where searches read when there is one; everything else does not", async () => {
    const mine = await testAccount();
    const payment = await testPayment(mine.caller);
    process.env.DATABASE_REPLICA_URL = "postgres://nobody@127.0.0.1:1/nothing";
    await closeDatabase();
    for (const path of ["/v1/payments", "/v1/refunds", "/v1/agreements", "/v1/disputes"]) {
      expect((await api.get(path, { key: mine.key })).status).toBe(503);
    }
    expect((await api.get(`/v1/payments/${payment.id}`, { key: mine.key })).status).toBe(200);
    process.env.DATABASE_REPLICA_URL = process.env.DATABASE_URL ?? "";
    await closeDatabase();
    expect((await search("", mine.key)).body.total).toBe(1);
  });
});

test("a payment whose account is another of the same service is not found", async () => {
  const { caller, key, account } = await testAccount();
  await testPayment(caller);
  const live: typeof account = {
    ...account,
    id: `${account.id.slice(0, -1)}0`,
    live: true,
    paymentProvider: "stripe",
  };
  await database().insert(accounts).values(live);
  await testPayment({ ...caller, account: live });
  expect(await database().$count(payments, inArray(payments.accountId, [account.id, live.id]))).toBe(2);
  expect(await database().$count(payments, eq(payments.serviceId, account.serviceId))).toBe(2);
  expect((await search("", key)).body.total).toBe(1);
});
