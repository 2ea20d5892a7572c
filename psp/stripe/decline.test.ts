import { expect, test } from "vitest";
import { declined } from "./decline";

test.each([
  [{ code: "card_declined", declineCode: "do_not_honor" }, "do_not_honour", true],
  [{ code: "card_declined", declineCode: "insufficient_funds" }, "insufficient_funds", true],
  [{ code: "card_declined", declineCode: "fraudulent" }, "suspected_fraud", true],
  [{ code: "card_declined", declineCode: "do_not_try_again" }, "do_not_retry", false],
  [{ code: "card_declined", declineCode: "pickup_card" }, "pickup_card", false],
  [
    { code: "card_declined", declineCode: "revocation_of_all_authorizations" },
    "revocation_of_all_authorisation",
    false,
  ],
  [{ code: "authentication_required" }, "authentication_required", false],
  [{ code: "expired_card" }, "expired_card", false],
  [{ code: "payment_intent_authentication_failure" }, "authentication_failed", true],
  [{ code: "card_declined", declineCode: "something_new" }, "uncategorised", true],
  [
    { code: "card_declined", declineCode: "something_new", adviceCode: "do_not_try_again" },
    "do_not_retry",
    false,
  ],
  [{ code: "card_declined", declineCode: "lost_card", adviceCode: "try_again_later" }, "lost_card", false],
  [{}, "uncategorised", true],
])("%o is %s", (decline, reason, canRetry) => {
  expect(declined(decline)).toEqual({ is: "refused", reason, canRetry });
});

test("a real card in a test account is a mistake and no bank's refusal", () => {
  expect(declined({ code: "card_declined", declineCode: "test_mode_live_card" })).toEqual({
    is: "error",
    reason: "test_mode_live_card",
  });
});
