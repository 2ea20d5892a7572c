import { expect, test } from "vitest";
import { suggestEmail } from "./email-suggestion";

test.each([
  ["a@gmial.com", "a@gmail.com"],
  ["a@gmai.com", "a@gmail.com"],
  ["a@gmaill.com", "a@gmail.com"],
  ["a@hotmail.co.ik", "a@hotmail.co.uk"],
  ["a@Outlook.cm", "a@outlook.com"],
  ["a@b@yaho.co.uk", "a@b@yahoo.co.uk"],
])("%s was probably meant to be %s", (typed, meant) => expect(suggestEmail(typed)).toBe(meant));

test.each([
  "a@gmail.com",
  "a@mail.com",
  "a@ymail.com",
  "a@example.com",
  "a@sly.com",
  "gmial.com",
  "@gmial.com",
  "",
])("%j is left alone", (typed) => expect(suggestEmail(typed)).toBeNull());
