import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AgreementResource } from "@/contract/agreement";
import { database } from "@/db/client";
import { accounts, paymentInstruments } from "@/db/schema";
import { testAccount } from "@/domain/accounts/test-account";
import { activeAgreement, testAgreement } from "@/domain/agreements/test-agreement";
import type { ServiceCaller } from "@/domain/caller";
import { newId } from "@/domain/new-id";
import { refusalIn, serveApi, type TestApi } from "../../test-api";

let api: TestApi;
let caller: ServiceCaller;
let key: string;

beforeAll(async () => {
  ({ caller, key } = await testAccount());
  api = await serveApi();
});
afterAll(async () => api.close());

const get = async (id: string, withKey = key) =>
  api.get<AgreementResource>(`/v1/agreements/${id}`, { key: withKey });

describe("an agreement", () => {
  test("shows its card once a payer has saved one, its network as an id", async () => {
    const agreement = await activeAgreement(caller);
    expect((await get(agreement.id)).body).toEqual({
      agreement_id: agreement.id,
      reference: "AGR-1",
      description: "Allotment rent",
      status: "active",
      created_date: agreement.createdAt.toISOString(),
      payment_instrument: {
        type: "card",
        card_details: {
          card_brand: "visa",
          card_type: "credit",
          last_digits_card_number: 1111,
          first_digits_card_number: 444433,
          expiry_date: "04/31",
          cardholder_name: "Jean Pâyer",
          billing_address: { line1: "1 High Street", city: "Borchester", postcode: "BO1 1AA", country: "GB" },
        },
      },
    });
  });

  test.each([
    ["5200828282828210", "master-card"],
    ["371449635398431", "american-express"],
    ["36148900647913", "diners-club"],
    ["6011000990139424", "discover"],
    ["3566002020360505", "jcb"],
  ])("names the network of %s %s", async (number, brand) => {
    const { id } = await activeAgreement(caller, number);
    expect((await get(id)).body.payment_instrument?.card_details.card_brand).toBe(brand);
  });

  test("has its digits as zero-padded text where the account asks for it", async () => {
    const of = await testAccount({ cardDigits: "text" });
    const agreement = await activeAgreement(of.caller);
    await database()
      .update(paymentInstruments)
      .set({ firstDigits: "001234", lastDigits: "0010" })
      .where(eq(paymentInstruments.accountId, of.account.id));
    const card = async () => (await get(agreement.id, of.key)).body.payment_instrument?.card_details;
    expect(await card()).toMatchObject({
      first_digits_card_number: "001234",
      last_digits_card_number: "0010",
    });
    await database().update(accounts).set({ cardDigits: "number" }).where(eq(accounts.id, of.account.id));
    expect(await card()).toMatchObject({ first_digits_card_number: 1234, last_digits_card_number: 10 });
  });

  test("is not found by an id that is unknown, malformed or another account's", async () => {
    const { id } = await testAgreement(caller);
    const other = await testAccount();
    for (const [asked, withKey] of [
      [newId(new Date()), key],
      ["nonsense", key],
      ["%00", key],
      [id.toUpperCase(), key],
      [id, other.key],
    ] as const) {
      expect(refusalIn(await get(asked, withKey))).toEqual({
        status: 404,
        code: "P2200",
        description: "Not found",
      });
    }
    expect((await get(id)).status).toBe(200);
  });
});
