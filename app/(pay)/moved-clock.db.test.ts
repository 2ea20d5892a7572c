import { beforeAll, describe, expect, test } from "vitest";
import { accountTime } from "@/domain/accounts/account-time";
import { testAccount } from "@/domain/accounts/test-account";
import type { ServiceCaller } from "@/domain/caller";
import { settleBackground } from "@/domain/background";
import type { Payment } from "@/domain/payments/payment";
import { answeredCard, opened, readPayment, TEST_NUMBERS, testPayment } from "@/domain/payments/test-payment";
import { POST as cancel } from "./card-details/[paymentId]/cancel/route";
import { POST as confirm } from "./card-details/[paymentId]/confirm/submit/route";
import { POST as sendCard } from "./card-details/[paymentId]/submit/route";
import { POST as complete } from "./card-details/[paymentId]/three-d-secure/complete/route";

let caller: ServiceCaller;
beforeAll(async () => {
  ({ caller } = await testAccount({ clockAheadSeconds: 30 * 86_400 }));
});

const created = async (delayed_capture = false) =>
  testPayment(caller, { delayed_capture }, accountTime(caller.account, new Date()));
const submitted = async (delayedCapture = false, number?: string) =>
  answeredCard(await opened(await created(delayedCapture)), caller, number);

async function press(form: typeof confirm, { id }: Payment, answers: Record<string, string> = {}) {
  const request = new Request(`http://localhost:3000/card-details/${id}`, {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin" },
    body: new URLSearchParams(answers),
  });
  const answer = await form(request, { params: Promise.resolve({ paymentId: id }) });
  await settleBackground();
  return answer.headers.get("location");
}

const CARD = {
  cardNo: TEST_NUMBERS.good,
  expiryMonth: "04",
  expiryYear: "31",
  cvc: "737",
  cardholderName: "Jean Payer",
  addressLine1: "1 High Street",
  addressCity: "Borchester",
  addressCountry: "GB",
  addressPostcode: "SW1A 1AA",
  email: "payer@example.org",
};

describe("with the test clock thirty days ahead, a payer", () => {
  test("sends a card and comes to confirm", async () => {
    const payment = await opened(await created());
    expect(await press(sendCard, payment, CARD)).toBe(`/card-details/${payment.id}`);
    expect((await readPayment(payment)).status).toBe("submitted");
  });

  test.each([
    [false, "success"],
    [true, "capturable"],
  ])("confirms (delayed capture: %s), which leaves it %s", async (delayedCapture, status) => {
    const payment = await submitted(delayedCapture);
    expect(await press(confirm, payment)).toBe(`/return/${payment.id}`);
    expect((await readPayment(payment)).status).toBe(status);
  });

  test("comes back from the bank without an answer", async () => {
    const payment = await submitted(false, TEST_NUMBERS.challenge);
    expect(await press(complete, payment)).toContain(`/card-details/${payment.id}`);
    expect((await readPayment(payment)).status).toBe("started");
  });

  test("cancels", async () => {
    const payment = await submitted();
    expect(await press(cancel, payment)).toBe(`/card-details/${payment.id}`);
    expect(await readPayment(payment)).toMatchObject({ status: "failed", code: "P0030" });
  });
});
