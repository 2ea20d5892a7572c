import { isRefused } from "@/domain/refused";
import { addPasskey } from "@/domain/staff/passkeys";
import { forgetChallenge, readMadePasskey } from "../../../passkey-challenge";
import { addressOf } from "../../../routes";
import { again, done, staffAction } from "../../../staff-action";

export const POST = staffAction("addPasskey", async ({ caller, field, rawField, request, now }) => {
  const cookies = [forgetChallenge(addressOf("newPasskey"))];
  const answer = readMadePasskey(rawField("answer"));
  const name = field("name").slice(0, 60);
  const added = answer && (await addPasskey(caller, { answer, name }, request, now));
  const to = addressOf("yourAccount");
  if (added && !isRefused(added)) return done(to, `The passkey “${added.name}” is added.`, { cookies });
  const text = "No passkey was added: the answer came too late, or without your finger, face or PIN.";
  return { ...again(to, [{ field: "name", text }], { name }), cookies };
});
