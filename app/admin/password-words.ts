import { PASSWORD_CHARACTERS, type PasswordFault } from "@/domain/staff/password-rules";

export const PASSWORD_HINT = `At least ${PASSWORD_CHARACTERS.least} characters. Three or four words that have nothing to do with each other are easy to remember.`;

/** What is wrong with a new password, as its form says it. */
export const PASSWORD_FAULTS: Readonly<Record<PasswordFault, string>> = {
  tooShort: `Enter a password with ${PASSWORD_CHARACTERS.least} characters or more.`,
  tooLong: `Enter a password with ${PASSWORD_CHARACTERS.most} characters or fewer.`,
  tooCommon: "Enter a password that is harder to guess: this one is on the lists that guessers try first.",
  aboutYou: "Enter a password that is not made of your name or email address.",
};

export function isPasswordFault(reason: string): reason is PasswordFault {
  return Object.hasOwn(PASSWORD_FAULTS, reason);
}
