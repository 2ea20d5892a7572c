import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ownTestDatabase } from "@/db/test-database";
import { requestLog } from "@/db/schema";
import { database } from "@/db/client";
import { flushRequestLog, forgetRequests } from "@/domain/accounts/request-log";
import { testAccount } from "@/domain/accounts/test-account";
import { serveApi, type TestApi } from "./test-api";

const PAYMENT = {
  amount: 1450,
  reference: "LOG-1",
  description: "A logged payment",
  return_url: "https://example.org/done",
  email: "payer@example.org",
  prefilled_cardholder_details: { cardholder_name: "Jo Payer" },
};

describe("the request log", () => {
  let api: TestApi;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    drop = await ownTestDatabase();
    api = await serveApi();
  });
  afterAll(async () => {
    await api.close();
    await drop();
  });

  const logged = async (accountId: string) => {
    await flushRequestLog();
    return database()
      .select()
      .from(requestLog)
      .where(eq(requestLog.accountId, accountId))
      .orderBy(asc(requestLog.id));
  };

  it("has an entry for each answered request, with who asked, what for and what came of it", async () => {
    const { account, key } = await testAccount();
    const headers = { "X-Request-Id": "asked-1", "Idempotency-Key": "once" };
    const made = await api.post<{ payment_id: string }>("/v1/payments", PAYMENT, { key, headers });
    await api.post("/v1/payments", PAYMENT, { key, headers: { "Idempotency-Key": "once" } });
    await api.get("/v1/payments/01jd0000000000000000000000", { key });

    const [first, replay, missing] = await logged(account.id);
    expect(first).toMatchObject({
      requestId: "asked-1",
      method: "POST",
      path: "/v1/payments",
      httpStatus: 201,
      code: null,
      idempotencyHit: false,
      paymentId: made.body.payment_id,
    });
    expect(first?.apiKeyId).not.toBeNull();
    expect(replay).toMatchObject({ httpStatus: 200, idempotencyHit: true, paymentId: made.body.payment_id });
    expect(missing).toMatchObject({ method: "GET", httpStatus: 404, code: "P0200", idempotencyHit: false });
  });

  it("keeps of bodies nothing that says who pays, and no token", async () => {
    const { account, key } = await testAccount();
    await api.post("/v1/payments", PAYMENT, { key });
    const [entry] = await logged(account.id);
    expect(entry?.requestBody).toMatchObject({ amount: 1450, reference: "LOG-1", email: "[redacted]" });
    const text = JSON.stringify(entry);
    expect(text).not.toContain("payer@example.org");
    expect(text).not.toContain("Jo Payer");
    expect(text).not.toContain("/secure/");
  });

  it("does not know requests without a key", async () => {
    const { account } = await testAccount();
    await api.get("/v1/payments", { key: "api_test_nonsense" });
    expect(await logged(account.id)).toEqual([]);
  });

  it("forgets after thirty days", async () => {
    const { account, key } = await testAccount();
    await api.get("/v1/payments", { key });
    const [entry] = await logged(account.id);
    const after = (days: number) => new Date((entry?.happenedAt.getTime() ?? 0) + days * 86_400_000);
    await forgetRequests(after(29));
    expect(await logged(account.id)).toHaveLength(1);
    await forgetRequests(after(31));
    expect(await logged(account.id)).toEqual([]);
  });
});
