import { expect, test } from "vitest";
import { COMMON_PASSWORDS } from "./common-passwords";
import { whyNotPassword } from "./password-rules";

const ABOUT = ["jean.payer@borsetshire.example", "Jean Payer"];

test.each([
  ["short one", "tooShort"],
  ["elevenchars", "tooShort"],
  ["x".repeat(129), "tooLong"],
  ["passwordpassword", "tooCommon"],
  ["P@ssw0rdP@ssw0rd1!", "tooCommon"],
  ["Correct Horse Battery Staple", "tooCommon"],
  ["123456789012", "tooCommon"],
  ["abababababab", "tooCommon"],
  ["zyxwvutsrqpon", "tooCommon"],
  ["qwertyuiopasd", "tooCommon"],
  ["jean.payer1234", "aboutYou"],
  ["borsetshire-jean", "aboutYou"],
])("%s is refused as %s", (password, fault) => {
  expect(whyNotPassword(password, ABOUT)).toBe(fault);
});

test.each(["lantern biscuit meadow", "gK7!pq-zzRt_04", "żółć na łące rano", "twelve chars"])(
  "%s is accepted, whatever characters it is of",
  (password) => expect(whyNotPassword(password, ABOUT)).toBeUndefined(),
);

test("every password of the list is refused", () => {
  expect(
    COMMON_PASSWORDS.filter((password) => whyNotPassword(password.padEnd(12, "1"), []) === undefined),
  ).toEqual([]);
});
