import { errorOf, StaffForm } from "@/components/admin/staff-form";
import { PasskeyButton } from "@/components/admin/passkey-button";
import { TextInput } from "@/components/text-input";
import { addressOf } from "../routes";
import { staffPage } from "../staff-page";

export default staffPage("signIn", async ({ csrf, query, flash, here }) => ({
  title: "Sign in",
  children: (
    <>
      <StaffForm
        action={here}
        csrf={csrf}
        button="Continue"
        otherwise={{ href: addressOf("forgottenPassword"), name: "I have forgotten my password" }}
      >
        <input type="hidden" name="next" value={query.next ?? flash.values?.next ?? ""} />
        <TextInput
          id="email"
          name="email"
          type="email"
          autoComplete="username"
          spellCheck={false}
          defaultValue={flash.values?.email ?? ""}
          text={{ label: "Email address" }}
          error={errorOf(flash.problems, "email")}
        />
        <TextInput
          id="password"
          name="password"
          type="password"
          autoComplete="current-password"
          text={{ label: "Password" }}
          error={undefined}
        />
      </StaffForm>
      <PasskeyButton csrf={csrf} next={query.next ?? flash.values?.next ?? ""} />
    </>
  ),
}));
