import { signOut } from "@/domain/staff/sign-in";
import { addressOf } from "../../routes";
import { done, staffAction } from "../../staff-action";

export const POST = staffAction(
  "signOut",
  async ({ request }) =>
    done(addressOf("signIn"), "You are signed out.", { cookies: await signOut(request) }),
  { act: "signOut" },
);
